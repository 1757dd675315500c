// test ptx -O3 -arch=sm_80 -fmad=false
// Both round, and say so, that ptxas does not contract them.
// count 0: fma
// check: mul.rn.f32
// check: add.rn.f32
extern "C" __global__ void k(float *p, float a, float b) {
    p[0] = a * b + p[1];
}

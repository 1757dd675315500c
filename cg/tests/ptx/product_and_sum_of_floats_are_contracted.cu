// test ptx -O3 -arch=sm_80
// One rounding, as the option allows by default.
// check: fma.rn.f32
extern "C" __global__ void k(float *p, float a, float b) {
    p[0] = a * b + p[1];
}

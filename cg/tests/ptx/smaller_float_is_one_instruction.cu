// test ptx -O3 -arch=sm_80
// A function of floats that the hardware has.
// check: min.f32
extern "C" __global__ void k(float *p, float a, float b) {
    p[0] = fminf(a, b);
}

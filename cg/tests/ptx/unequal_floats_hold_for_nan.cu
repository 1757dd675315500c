// test ptx -O3 -arch=sm_80
// `!=` is true of NaN.
// check: setp.neu.f32
extern "C" __global__ void k(float *p, float a, float b) {
    p[0] = a != b ? 1.f : 2.f;
}

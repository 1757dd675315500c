// test lir=rematerialize -O3 -arch=sm_80 --maxrregcount=24
// What is loaded may be another by then, and volatile loads keep their number; the address beside them is made again twice.
// count 1: ld.volatile.global.u32
// count 1: ld.global.u32
// count 12: ld.global.nc.f32
// count 3: , 3;
extern "C" __global__ void k(float *__restrict__ a, const float *__restrict__ q, int n, const volatile int *v, int *__restrict__ b) {
    int t = threadIdx.x;
    float *to = a + 3 * t;
    to[0] = 1.0f;
    int u = b[t], w = v[t];
    to[3] = u + w;
    float x0 = q[0 * n], x1 = q[1 * n], x2 = q[2 * n], x3 = q[3 * n], x4 = q[4 * n], x5 = q[5 * n], x6 = q[6 * n], x7 = q[7 * n], x8 = q[8 * n], x9 = q[9 * n], x10 = q[10 * n], x11 = q[11 * n];
    to[1] = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + x10 + x11;
    to[2] = x0 * x1 * x2 * x3 * x4 * x5 * x6 * x7 * x8 * x9 * x10 * x11;
    b[t + 1] = u, b[t + 2] = w;
    a[t] = t;
}

// test lir=rematerialize -O3 -arch=sm_80 --maxrregcount=24
// The counter is written twice, and holds before its step what it held where the address was made.
// check: add.f32
// check: mul.lo.s32 {m}, {i}, 5;
// next: mul.wide.s32 {w}, {m}, 4;
// next: add.s64 {p}, {w},
// next: st.global.f32 [{p}+4]
// next: mad.lo.s32 {i}, {i}, 2,
extern "C" __global__ void k(float *__restrict__ a, float *__restrict__ b, const float *__restrict__ q, int n) {
    int i = threadIdx.x;
#pragma unroll 1
    do {
        float *to = a + 3 * i, *pb = b + 5 * i;
        to[0] = 1.0f, pb[0] = 2.0f;
        float x0 = q[0 * i], x1 = q[1 * i], x2 = q[2 * i], x3 = q[3 * i], x4 = q[4 * i], x5 = q[5 * i], x6 = q[6 * i], x7 = q[7 * i], x8 = q[8 * i], x9 = q[9 * i], x10 = q[10 * i], x11 = q[11 * i];
        to[1] = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + x10 + x11;
        to[2] = x0 * x1 * x2 * x3 * x4 * x5 * x6 * x7 * x8 * x9 * x10 * x11;
        pb[1] = x3; i = i * 2 + n;
        a[i] = i;
    } while (i < 1000);
}

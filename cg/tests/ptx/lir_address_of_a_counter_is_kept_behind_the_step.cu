// test lir=rematerialize -O3 -arch=sm_80 --maxrregcount=24
// Behind its step the counter is another; the address that is read before it alone is made again twice.
// count 1: , 5;
// count 3: , 3;
// check: mul.lo.s32 {m}, {i}, 5;
// next: mul.wide.s32 {w}, {m}, 4;
// next: add.s64 {q}, {w},
// check: mad.lo.s32 {i}, {i}, 2,
// next: st.global.f32 [{q}+4]
extern "C" __global__ void k(float *__restrict__ a, float *__restrict__ b, const float *__restrict__ q, int n) {
    int i = threadIdx.x;
#pragma unroll 1
    do {
        float *to = a + 3 * i, *pb = b + 5 * i;
        to[0] = 1.0f, pb[0] = 2.0f;
        float x0 = q[0 * i], x1 = q[1 * i], x2 = q[2 * i], x3 = q[3 * i], x4 = q[4 * i], x5 = q[5 * i], x6 = q[6 * i], x7 = q[7 * i], x8 = q[8 * i], x9 = q[9 * i], x10 = q[10 * i], x11 = q[11 * i];
        to[1] = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + x10 + x11;
        to[2] = x0 * x1 * x2 * x3 * x4 * x5 * x6 * x7 * x8 * x9 * x10 * x11;
        i = i * 2 + n;
        pb[1] = x3; a[i] = i;
    } while (i < 1000);
}

// test lir=rematerialize -O3 -arch=sm_80 --maxrregcount=24
// Three addresses live while twelve loaded values do: each is made again right before it is read.
// check: add.f32
// check: mul.lo.s32 {m5}, {t}, 5;
// next: mul.wide.s32 {w5}, {m5}, 4;
// next: add.s64 {p5}, {w5},
// next: st.global.f32 [{p5}+4]
// check: mul.lo.s32 {m7}, {t}, 7;
// next: mul.wide.s32 {w7}, {m7}, 4;
// next: add.s64 {p7}, {w7},
// next: st.global.f32 [{p7}+4]
// check: mul.lo.s32 {m9}, {t}, 9;
// next: mul.wide.s32 {w9}, {m9}, 4;
// next: add.s64 {p9}, {w9},
// next: st.global.f32 [{p9}+4]
extern "C" __global__ void k(float *__restrict__ a, const float *__restrict__ q, int n, float *__restrict__ b, float *__restrict__ c, float *__restrict__ d) {
    int t = threadIdx.x;
    float *to = a + 3 * t;
    to[0] = 1.0f;
    float *pb = b + 5 * t, *pc = c + 7 * t, *pd = d + 9 * t;
    pb[0] = 2.0f, pc[0] = 3.0f, pd[0] = 4.0f;
    float x0 = q[0 * n], x1 = q[1 * n], x2 = q[2 * n], x3 = q[3 * n], x4 = q[4 * n], x5 = q[5 * n], x6 = q[6 * n], x7 = q[7 * n], x8 = q[8 * n], x9 = q[9 * n], x10 = q[10 * n], x11 = q[11 * n];
    to[1] = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + x10 + x11;
    to[2] = x0 * x1 * x2 * x3 * x4 * x5 * x6 * x7 * x8 * x9 * x10 * x11;
    pb[1] = x0, pc[1] = x1, pd[1] = x2;
    a[t] = t;
}

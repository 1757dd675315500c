// test ptx -O3 -arch=sm_80
// Halves that are not aligned as two of them are no vector.
// not: .param.v
// check: st.param.b16 [param0+4]
// check: ld.param.s16
// not: .param.v
struct S { short a, b, c; };
__device__ __noinline__ S turned(S s, int by) {
    S r;
    r.a = s.b + by;
    r.b = s.c;
    r.c = s.a;
    return r;
}
extern "C" __global__ void k(int *p, S s) {
    s = turned(s, p[0]);
    p[1] = s.a + s.c;
}

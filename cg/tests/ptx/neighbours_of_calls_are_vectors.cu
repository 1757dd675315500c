// test ptx -O3 -arch=sm_80
// Narrow members side by side are passed and taken back at once; words need no vector.
// check: st.param.v2.b16 [param0+8], {{
// check: ld.param.v2.s16 {{
// not: st.param.v2.b32 [param0
struct S { int a, b; short c, d; };
__device__ __noinline__ S turned(S s, int by) {
    s.a += by;
    s.b -= by;
    short c = s.c;
    s.c = s.d + by;
    s.d = c;
    return s;
}
extern "C" __global__ void k(int *p, S s) {
    s = turned(s, p[0]);
    s = turned(s, s.c + s.d);
    p[1] = s.a + s.b;
    p[2] = s.c - s.d;
}

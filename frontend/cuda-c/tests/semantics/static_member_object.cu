// [expr.ref] what stands before the dot is evaluated where a static member stands behind it
// wrong: static-objects-unseen
struct B { static __device__ int m(int x) { return x; } static constexpr int c = 3; };
struct D : B { int v; int *t; __device__ D(int *p, int x) : v(x), t(p) { *t = *t * 10 + x; } };
struct P { int a, b; };
__device__ D make(int *t, int x) { return D(t, x); }
__device__ int f(int *t, int x) { *t = *t * 10 + x; return x; }
extern "C" __global__ void k(long long *out) {
  int t = 0;
  out[0] = make(&t, 1).m(5); out[1] = t; out[2] = make(&t, 2).B::m(6); out[3] = t; out[4] = make(&t, 3).c; out[5] = t;
  D d(&t, 4), *p = &d; out[6] = (f(&t, 5), d).m(7); out[7] = t; out[8] = (f(&t, 6), p)->B::m(8); out[9] = t;
  out[10] = P{f(&t, 7), f(&t, 8)}.b; out[11] = t; out[12] = P{f(&t, 9), 2}.b; out[13] = t; out[14] = d.m(9);
}

// [dcl.stc] a mutable member changes in a const object
// wrong: mutable-ignored
struct S { mutable int n; int v; mutable struct { int q; } in; __device__ int get() const { ++n; in.q += 2; return v; } };
__device__ int call(const S &s) { return s.get() + s.get(); }
extern "C" __global__ void k(long long *out) {
  const S c = {1, 5, {0}}; S s = {0, 6, {1}}; const S *p = &s; c.n = 10; p->n++;
  out[0] = c.get(); out[1] = c.n; out[2] = c.in.q; out[3] = call(s); out[4] = s.n; out[5] = s.in.q;
  out[6] = call(c); out[7] = c.n;
}

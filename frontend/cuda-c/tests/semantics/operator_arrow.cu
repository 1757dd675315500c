// [over.ref] -> is applied again to what operator-> gives, until that is a pointer
// wrong: arrow-once
struct S { int v; __device__ int f() const { return v + 1; } };
struct P { S *p; __device__ S *operator->() const { return p; } __device__ S &operator*() const { return *p; } };
struct Q { P p; int *n; __device__ P operator->() { ++*n; return p; } };
struct R { Q &q; __device__ Q &operator->() { return q; } };
extern "C" __global__ void k(long long *out) {
  S s = {4}; P p = {&s}; int n = 0; Q q = {p, &n}; R r = {q};
  out[0] = p->v; out[1] = p->f(); out[2] = q->v; out[3] = r->f(); out[4] = n; out[5] = (*p).v;
  out[6] = p.operator->()->v;
  q->v = 9; p->v++; (*p).v *= 2;
  out[7] = s.v; out[8] = r->v; out[9] = n;
}

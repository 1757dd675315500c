// [expr.ref] a member of an lvalue is an lvalue, of an rvalue an xvalue; a reference member always an lvalue
// wrong: members-are-lvalues
struct T { int v; __device__ T(int x) : v(x) {} };
struct S { T t; T &r; __device__ S(T &x) : t(x.v + 1), r(x) {} };
__device__ int f(T &) { return 1; }
__device__ int f(const T &) { return 2; }
__device__ int f(T &&) { return 3; }
__device__ int f(const T &&) { return 4; }
extern "C" __global__ void k(long long *out) {
  T x(5); S s(x); const S c(x); S *p = &s; T a[2] = {1, 2};
  out[0] = f(s.t); out[1] = f(c.t); out[2] = f(S(x).t); out[3] = f(S(x).r); out[4] = f(c.r); out[5] = f(p->t);
  out[6] = f(static_cast<S &&>(s).t); out[7] = f(static_cast<const S &&>(c).t); out[8] = f(a[1]); out[9] = f(*a);
  out[10] = f((s.t)); out[11] = f(true ? s.t : x); out[12] = f((x, s.t)); out[13] = f(true ? T(1) : x);
  s.r.v = 8; c.r.v++;
  out[14] = x.v; out[15] = s.t.v;
}

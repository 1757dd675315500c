// [class.copy.elision] what a conversion function gives to T x(y) is made in its place
// wrong: conversions-are-moved
struct A { int v; __device__ A(int x) : v(x) {} __device__ A(const A &o) : v(o.v + 100) {} __device__ A(A &&o) : v(o.v + 1000) {} };
struct R { int n; __device__ operator A() const { return A(n); } };
struct Q { A a; __device__ Q(int x) : a(x) {} __device__ operator A &() { return a; } };
struct X { int n; __device__ explicit operator A() const { return A(n + 1); } };
extern "C" __global__ void k(long long *out) {
  R r = {1}; A a(r); out[0] = a.v; A b = r; out[1] = b.v; A c{r}; out[2] = c.v;
  Q q(2); A e(q); out[4] = e.v; A f = q; out[5] = f.v; X x = {3}; A g(x); out[6] = g.v; A h(A(R{4})); out[7] = h.v;
  out[8] = A(r).v; out[9] = A(q).v;
}

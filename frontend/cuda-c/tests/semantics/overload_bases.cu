// [over.ics.rank] of two bases the one that is derived from the other is nearer; qualifiers rank references to one type
// wrong: bases-rank-alike
struct A { int a; }; struct B : A { int b; }; struct C : B { int c; }; struct M { int m; }; struct D : M, C { int d; };
__device__ int f(const A &) { return 1; } __device__ int f(const B &) { return 2; }
__device__ int g(A *) { return 1; } __device__ int g(C *) { return 2; } __device__ int g(const void *) { return 3; }
__device__ int h(A &) { return 1; } __device__ int h(const B &) { return 2; }
__device__ int j(int (&)[3]) { return 1; } __device__ int j(const int (&)[3]) { return 2; }
__device__ int l(const A &) { return 1; } __device__ int l(A &&) { return 2; } __device__ int l(const B &) { return 3; }
__device__ int m(const A *const &) { return 1; } __device__ int m(const B *const &) { return 2; }
struct S { int v; __device__ S(const A &) : v(1) {} __device__ S(const C &) : v(2) {} };
extern "C" __global__ void k(long long *out) {
  int n = 0; A a{}; B b{}; C c{}; D d{}; const D e{}; int x[3] = {}; const int y[3] = {};
#define T(...) out[n++] = (__VA_ARGS__)
  T(f(a)); T(f(b)); T(f(c)); T(f(d)); T(f(e)); T(g(&a)); T(g(&b)); T(g(&c)); T(g(&d)); T(g(&e)); T(h(a)); T(h(b)); T(h(c)); T(h(d)); T(h(e));
  T(j(x)); T(j(y)); T(l(c)); T(l(A{})); T(m(&c)); T(m(&b)); T(S(d).v); T(S(b).v); T(S{c}.v);
}

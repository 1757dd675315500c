// [class.copy.elision] what a list in parentheses makes of the class is the object itself, and is not moved
// wrong: lists-are-moved
__device__ long long trace;
__device__ void mark(long long x) { trace = trace * 131 + x; }
struct A { int v; __device__ A(int n) : v(n) { mark(1); } __device__ A(const A &o) : v(o.v + 1) { mark(2); } __device__ A(A &&o) : v(o.v + 2) { mark(3); } };
struct D { __device__ operator A() const { mark(4); return A(7); } };
struct I { A a; int v; };
struct B { int v; __device__ explicit B(int n) : v(n) { mark(5); } };
struct E { __device__ operator int() const { mark(6); return 9; } };
__device__ int f(B b) { return 100 + b.v; }
__device__ int f(int n) { return n; }
extern "C" __global__ void k(long long *out) {
  int n = 0; A a(1); D d; E e;
#define T(...) trace = 0; out[n++] = (__VA_ARGS__); out[n++] = trace
  { A z({{a}}); T(z.v); } { I z({{1}, 2}); T(z.a.v); } { I z({d}); T(z.a.v); } { I z({{1}}); T(z.v); } { A z({a}); T(z.v); } { A z({d}); T(z.v); }
  T(I({a, 4}).v); T(A({1}).v); T(A({{a}}).v); T(B({e}).v); T(f({e})); T(f({3}));
}

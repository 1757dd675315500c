// [over.match.ctor] an explicit default constructor makes objects without initialisers, and of empty parentheses
// wrong: explicit-is-implicit
struct A { int v; __device__ explicit A(int n = 5) : v(n) {} };
struct B { A a; int w; __device__ B() : w(2) {} };
struct C { A a, b; __device__ C() : a(), b{} {} };
__device__ int f(A) { return 1; }
__device__ int f(...) { return 2; }
extern "C" __global__ void k(long long *out) {
  A a, b = A(), c{}, list[2]; B d; C e; const A &r = A{};
  out[0] = a.v + b.v + c.v + list[1].v; out[1] = d.a.v + d.w; out[2] = e.a.v + e.b.v + r.v; out[3] = f(3);
}

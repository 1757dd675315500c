// [basic.lookup.argdep] an unqualified call looks in the namespaces of its arguments' classes too
// wrong: no-argument-dependent-lookup
namespace a { struct S { int v; }; enum class E { e }; __device__ int f(S s) { return s.v; } __device__ int f(S *) { return 20; } __device__ int g(E) { return 30; } template <class T> struct W { T t; }; template <class T> __device__ int h(const W<T> &) { return 40; } __device__ S operator+(S x, S y) { return {x.v + y.v}; } __device__ bool operator==(S x, S y) { return x.v == y.v; } __device__ int both(S) { return 50; } }
namespace b { struct T : a::S {}; struct U {}; __device__ int f(int) { return 1; } __device__ int call(a::S s) { return f(s); } __device__ int h(const a::W<U> &) { return 60; } }
__device__ int both(int) { return 2; }
struct F { __device__ int operator()(a::S) const { return 70; } };
extern "C" __global__ void k(long long *out) {
  a::S s = {5}, t = {6}; b::T d; d.v = 8; a::W<b::U> w; a::W<int> x; F k2;
  out[0] = f(s); out[1] = f(&s); out[2] = g(a::E::e); out[3] = h(x); out[4] = h(w); out[5] = (s + t).v;
  out[6] = s == t; out[7] = f(d); out[8] = b::call(s); out[9] = both(s); out[10] = both(1); out[11] = k2(s);
  out[12] = f(s + d); out[13] = a::f(t);
}

// [basic.lookup.unqual] a call sees what is declared before it; a dependent one sees its arguments' namespaces at the end
// wrong: names-from-below
__device__ int g(double) { return 1; }
__device__ int early() { return g(2); }
template <class T> struct X { __device__ int f() { return g(2); } __device__ int of(T t) { return h(t); } };
namespace n {
struct S { int i; };
template <class T> __device__ int foo(T) { return 3; }
template <class T> __device__ int bar(T t) { return foo(t); }
}
struct Outer { int i; };
template <class T> __device__ int h(T) { return 10; }
template <class T> __device__ int late(T t) { return near(t); }
namespace n { __device__ int foo(Outer) { return 4; } __device__ int foo(S) { return 5; } __device__ int near(S) { return 6; } }
__device__ int near(Outer) { return 7; }
__device__ int h(Outer) { return 11; }
__device__ int g(int) { return 2; }
struct C { __device__ int member() { return g(2) + own(); } __device__ int own() { return 20; } __device__ int outside(); };
__device__ int late_one(int) { return 30; }
__device__ int C::outside() { return late_one(1); }
extern "C" __global__ void k(long long *out) {
  Outer o{}; n::S s{};
  out[0] = early(); out[1] = X<int>().f(); out[2] = g(2); out[3] = n::bar(o); out[4] = n::bar(s); out[5] = late(s); out[6] = late(o);
  out[7] = X<Outer>().of(o); out[8] = C().member(); out[9] = C().outside();
}

// [over.ics.rank] conversions by one constructor that two classes inherit are told apart by what comes after it
// wrong: inherited-convert-apart
struct A { int v; __device__ A(long long &&n) : v(n) {} };
struct B : A { using A::A; };
struct C : B { using B::B; };
struct D : A { using A::A; };
__device__ int g(const C &c) { return 100 + c.v; }
__device__ int g(B &&b) { return 200 + b.v; }
__device__ int h(const D &d) { return 300 + d.v; }
__device__ int h(C &&c) { return 400 + c.v; }
extern "C" __global__ void k(long long *out) {
  long n = 7;
  out[0] = g(n);
  out[1] = h(n);
}

// [class.copy.elision] a volatile local that is returned is copied by the constructor that takes it
// wrong: volatile-is-elided
struct A {
  int d;
  __device__ A() : d(123) {}
  __device__ A(const A &o) : d(o.d) {}
  __device__ A(volatile const A &o) : d(o.d + 2) {}
};
__device__ A bar() { volatile A l; return l; }
__device__ A baz() { A l; l.d = 7; return l; }
extern "C" __global__ void k(long long *out) { A a = bar(); out[0] = a.d; A b = baz(); out[1] = b.d; }

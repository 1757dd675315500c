// [dcl.init.ref] a reference refers to the base of what a conversion function gives, and no copy is made
// wrong: converted-bases-are-copied
struct A { int n = 0; A() = default; __device__ A(const A &o) : n(o.n + 100) {} };
struct B : A { B() = default; };
struct X { __device__ operator B() const { B b; b.n = 5; return b; } };
__device__ int read(const A &a) { return a.n; }
__device__ int take(A &&a) { return a.n + 1; }
extern "C" __global__ void k(long long *out) {
  X x; const A &r = x; A &&s = x;
  out[0] = r.n; out[1] = s.n; out[2] = read(x); out[3] = take(x);
}

// [dcl.fct] a parameter's class is complete where the function is defined or called, and need not be where it is declared
// wrong: parameters-are-complete-early
template <class D> struct Ops {
  friend __device__ D operator+(D a, const D &b) { a += b; return a; }
  __device__ int m(D d);
};
template <class D> __device__ int Ops<D>::m(D d) { return d.d; }
struct Vc : Ops<Vc> { int d; __device__ Vc(int a) : d(a) {} __device__ Vc &operator+=(const Vc &o) { d += o.d; return *this; } };
struct X;
__device__ int f(X);
struct S { __device__ int g(X); static __device__ int h(X, int); friend __device__ int fr(X, S); __device__ S() {} __device__ S(X); __device__ operator X(); };
struct X { int a; };
__device__ int f(X x) { return x.a; }
__device__ int S::g(X x) { return x.a + 1; }
__device__ int S::h(X x, int y) { return x.a + y; }
__device__ int fr(X x, S) { return x.a * 2; }
__device__ S::S(X) {}
__device__ S::operator X() { return {6}; }
extern "C" __global__ void k(long long *out) {
  Vc a(1), b(3); X x{4}; S s(x);
  out[0] = (a + b).d; out[1] = a.m(b); out[2] = f(x); out[3] = S().g(x); out[4] = S::h(x, 3); out[5] = fr(x, S()); out[6] = ((X)s).a;
}

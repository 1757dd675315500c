// [namespace.udecl] a using declaration in a class brings types of a base, of a dependent one too
// wrong: using-members-ignored
struct A { typedef char type; enum { n = 4 }; };
struct B { typedef double type; enum { n = 5 }; };
struct C : A, B {
  using A::type; using B::n;
  type d;
  __device__ int f() { type e; return sizeof(e) + n; }
  __device__ int g();
};
__device__ int C::g() { type x; return sizeof(x) * 10 + n; }
template <class T> struct D { typedef T type; typedef D own; T v; };
template <class T> struct E : D<T> {
  using typename D<T>::type; using typename D<T>::own;
  type t;
  __device__ int f() { type i = 1; return sizeof(i); }
};
template <typename T, long N> struct F {
  typedef T Type[N];
  __device__ static int size(const Type &p) { return sizeof(p) + p[0]; }
};
extern "C" __global__ void k(long long *out) {
  C c; E<short> e; E<double>::own::type v = 2.5; short s[3] = {4, 5, 6};
  out[0] = c.f(); out[1] = c.g(); out[2] = sizeof(C::type); out[3] = C::n; out[4] = sizeof(C::d); out[5] = e.f();
  out[6] = sizeof(e.t); out[7] = (long long)(v * 2); out[8] = F<short, 3>::size(s);
}

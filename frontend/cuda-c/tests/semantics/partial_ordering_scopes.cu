// [temp.func.order] templates are ordered by what the names of their patterns mean where each is declared
// wrong: ordered-at-calls
namespace N {
template <class T> struct X { T t; };
template <class T> __device__ int f(X<T>) { return 21; }
template <class T> __device__ int g(X<T>) { return 1; }
template <class T> __device__ int g(X<T *>) { return 2; }
template <class T> __device__ void swap(X<T> &a, X<T> &b) { a.t = 50; }
struct Z {
  template <class U> __device__ int operator()(X<U>) const { return 1; }
  template <class U> __device__ int operator()(U) const { return 2; }
};
}
template <class T> __device__ int f(T) { return 22; }
namespace N3 { using N::X; template <class T> __device__ int g(X<T *>) { return 1; } }
namespace N4 { template <class T> __device__ int g(N::X<T>) { return 2; } }
namespace N5 { using N3::g; using N4::g; }
namespace S { template <class T> __device__ void swap(T &a, T &b) { T c = a; a = b; b = c; } }
struct O {
  template <class T> struct X { T t; };
  int v;
  __device__ O() : v(0) {}
  template <class U> __device__ O(X<U>) : v(1) {}
  template <class U> __device__ O(U) : v(2) {}
  template <class U> __device__ int m(X<U>) const { return 1; }
  template <class U> __device__ int m(U) const { return 2; }
  template <class U> __device__ int outside(X<U>) const;
  template <class U> __device__ int outside(U) const;
  template <class U> static __device__ int made(X<U>) { return 1; }
  template <class U> static __device__ int made(X<U *>) { return 2; }
  template <class U> __device__ int operator+(X<U>) { return 1; }
  template <class U> __device__ int operator+(U) { return 2; }
  template <class U> friend __device__ int h(O, X<U>) { return 1; }
  template <class U> friend __device__ int h(O, U) { return 2; }
};
template <class U> __device__ int O::outside(X<U>) const { return 1; }
template <class U> __device__ int O::outside(U) const { return 2; }
struct D : O {
  template <class U> __device__ int q(X<U>) const { return 1; }
  template <class U> __device__ int q(U) const { return 2; }
};
template <class Q> struct C {
  template <class T> struct X { T t; };
  template <class U> __device__ int m(X<U>) const { return 1; }
  template <class U> __device__ int m(U) const { return 2; }
};
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define R(x) out[n++] = (x)
  N::X<int> a{1}, b{2};
  N::X<int *> p{};
  R(f(a)); R(f(1)); R(N::g(a)); R(g(p)); R(N5::g(p)); R(N::Z()(a)); R(N::Z()(1));
  { using S::swap; swap(a, b); R(a.t); }
  O o;
  O::X<int> x;
  O::X<int *> y;
  R(o.m(x)); R(o.m(1)); R(o.outside(x)); R(o.outside(1)); R(O::made(x)); R(O::made(y)); R(o + x); R(o + 1);
  R(h(o, x)); R(h(o, 1)); R(O(x).v); R(O(3).v); O z = x; R(z.v); R(D().q(x)); R(D().q(1));
  C<int>::X<int> s; C<char>::X<int> t;
  R(C<int>().m(s)); R(C<int>().m(t));
}

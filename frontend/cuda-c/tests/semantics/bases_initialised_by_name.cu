// [class.base.init] a constructor initialises the base that is named in full: its namespace, class and arguments count
// wrong: bases-by-their-last-name
namespace N { struct X { int v; __device__ X(int a = 7) : v(a) {} }; }
namespace M { struct X { int v; __device__ X(int a = 8) : v(a) {} }; }
struct A : N::X, M::X { __device__ A() : M::X(2) {} __device__ A(int n) : M::X(n), N::X(n + 1) {} };
template <class T> struct Y { int v; __device__ Y(int a = 7) : v(a) {} };
struct B : Y<int>, Y<char> { __device__ B() : Y<char>(2) {} };
template <class T> struct C : Y<T>, Y<Y<T>> {
  typedef Y<Y<T>> far;
  __device__ C() : far(3) {}
  __device__ C(int n) : Y<T>{n}, C::far(n + 1) {}
};
struct O { struct Z { int v; __device__ Z(int a = 9) : v(a) {} }; };
struct D : O::Z { int Z; __device__ D() : Z(3) {} __device__ D(int n) : O::Z(n), Z(n + 1) {} };
struct E : D { typedef E self; int w = 1; __device__ E(int n) : D(n) {} __device__ E() : self(5) { w = 2; } };
__device__ int f() { return 5; }
struct F { int f; __device__ F() : f(::f()) {} };
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define R(x) out[n++] = (x)
  A a, a2(4); R(a.N::X::v); R(a.M::X::v); R(a2.N::X::v); R(a2.M::X::v);
  B b; R(b.Y<int>::v); R(b.Y<char>::v);
  C<int> c, c2(4); R(c.Y<int>::v); R(c.Y<Y<int>>::v); R(c2.Y<int>::v); R(c2.Y<Y<int>>::v);
  D d, d2(4); R(d.Z); R(d.v); R(d2.Z); R(d2.v);
  E e; R(e.w); R(e.v); R(F().f);
}

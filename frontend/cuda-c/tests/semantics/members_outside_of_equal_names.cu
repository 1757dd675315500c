// [class.static.data] what is defined outside of a class is the member of the class that is named there, by all its scopes
// wrong: classes-by-their-last-names
// options: -default-device
struct T { int a; };
namespace N {
struct S { static int v; static int arr[2]; int f(); template <class T> int g(T); S(); int q; struct I { int m(); }; };
int S::v = 1;
int S::arr[2] = {11, 12};
}
namespace M {
struct T { int a, b; };
struct S { static int v; static int arr[2]; int f(); template <class T> int g(T); S(); int q; struct I { int m(); }; ::T r(); T r(int); int h(T); int h(::T); };
int S::v = 2;
int S::arr[2] = {21, 22};
int S::f() { return 4; }
template <class T> int S::g(T) { return 5; }
S::S() : q(6) {}
int S::I::m() { return 7; }
}
int N::S::f() { return 14; }
template <class T> int N::S::g(T) { return 15; }
N::S::S() : q(16) {}
int N::S::I::m() { return 17; }
T M::S::r() { return {3}; }
M::T M::S::r(int) { return {4, 5}; }
int M::S::h(T t) { return t.b; }
int M::S::h(::T t) { return t.a; }
struct Q { struct S { static int v; int f(); }; };
struct S { static int v; int f(); };
int Q::S::v = 31;
int S::v = 32;
int Q::S::f() { return 33; }
int S::f() { return 34; }
template <class T> struct H { static int v; };
template <class T> int H<T>::v = sizeof(T);
namespace O { template <class T> struct H { static int v; }; template <class T> int H<T>::v = sizeof(T) * 100; }
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define R(x) out[n++] = (x)
  N::S a; M::S b;
  R(N::S::v); R(M::S::v); R(N::S::arr[1]); R(M::S::arr[0]); R(a.f()); R(b.f()); R(a.g(1)); R(b.g(1)); R(a.q); R(b.q);
  R(N::S::I().m()); R(M::S::I().m()); R(b.r().a); R(b.r(1).b); R(b.h(M::T{6, 7})); R(b.h(::T{8}));
  R(Q::S::v); R(S::v); R(Q::S().f()); R(S().f()); R(H<int>::v); R(O::H<int>::v);
}

// [temp.expl.spec] the arguments of a specialisation are looked up where it stands, its members in its template's namespace
// wrong: patterns-in-the-namespace; nested-members-are-not-specialised
// options: -default-device
struct A {};
const int kk = 1;
constexpr int c = 7;
template <class T> using Al = T *;
namespace N {
struct A {};
const int kk = 2;
constexpr int c = 5;
template <class T> using Al = T;
template <class T> struct X { enum { k = 0 }; static int s; int f() { return 0; } struct I { int h() { return 0; } }; };
template <class T> int X<T>::s = 0;
template <int I> struct V { enum { k = 0 }; };
template <class T, class U> struct Y { enum { k = 0 }; };
template <class T> struct Z { enum { k = 0 }; };
template <class T> struct W { int f() { return 1; } int g() { return 1; } };
}
template <> struct N::X<A *> { enum { k = 1 }; };
template <> struct N::X<N::A *> { enum { k = 2 }; };
template <> int N::X<A>::s = 3;
template <> int N::X<A>::f() { return 4; }
template <> int N::X<A>::I::h() { return 12; }
template <> struct N::V<kk> { enum { k = 8 }; };
template <class T> struct N::Y<T, A> { enum { k = 9 }; };
template <class T> struct N::Z<Al<T>> { enum { k = 6 }; };
template <> struct N::W<int> { static const int s = c; int f() { return c; } int g(); };
int N::W<int>::g() { return c; }
template <> int N::W<char>::f() { return c; }
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define R(...) out[n++] = (__VA_ARGS__)
  R(N::X<A *>::k); R(N::X<N::A *>::k); R(N::X<A>::s); R(N::X<N::A>::s); R(N::X<A>().f()); R(N::X<N::A>().f());
  R(N::X<A>::I().h()); R(N::X<N::A>::I().h()); R(N::V<1>::k); R(N::V<2>::k); R(N::Y<int, A>::k); R(N::Y<int, N::A>::k);
  R(N::Z<int *>::k); R(N::Z<int>::k); R(N::W<int>().f()); R(N::W<int>().g()); R(N::W<int>::s); R(N::W<char>().f()); R(N::W<char>().g());
}

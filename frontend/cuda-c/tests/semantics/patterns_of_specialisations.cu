// [temp.class.spec.match] the names in a specialisation's pattern mean what they mean where it stands; numbers of any type keep theirs
// wrong: patterns-at-the-template; numbers-of-any-type-are-one
template <class T> struct X { static const int v = 0; };
template <class T> struct I {};
template <class T> struct X<I<T>> { static const int v = 1; };
template <> struct X<I<int>> { static const int v = 2; };
template <class T> struct X<I<T> *> { static const int v = 3; };
template <class T> struct X<I<T *> *> { static const int v = 4; };
const int n = 3;
template <class T> struct X<T[n]> { static const int v = 5; };
template <> struct X<int[n]> { static const int v = 6; };
template <class T> struct X<T (*)[n]> { static const int v = 7; };
template <auto V> struct Z { static const int v = 1; };
template <> struct Z<1> { static const int v = 5; };
template <> struct Z<true> { static const int v = 6; };
enum E { a, b };
template <> struct Z<a> { static const int v = 7; };
template <> struct Z<0> { static const int v = 8; };
template <auto V, auto W> struct P { static const int v = 0; };
template <auto V> struct P<V, V> { static const int v = 1; };
template <int V> struct Q { static const int v = 0; };
template <> struct Q<2L> { static const int v = 1; };
extern "C" __global__ void k(long long *out) {
  int i = 0;
  constexpr int n = 4;
#define R(...) out[i++] = (__VA_ARGS__)
  R(X<I<int>>::v); R(X<I<char>>::v); R(X<int>::v); R(X<I<int> *>::v); R(X<I<int *> *>::v);
  R(X<int[3]>::v); R(X<char[3]>::v); R(X<char[n]>::v); R(X<char (*)[3]>::v); R(X<char (*)[4]>::v);
  R(Z<1>::v); R(Z<1L>::v); R(Z<b>::v); R(Z<a>::v); R(Z<0>::v); R(Z<false>::v); R(Z<true>::v); R(Z<'\1'>::v);
  R(P<2, 2>::v); R(P<2, 2L>::v); R(Q<2>::v); R(Q<'\2'>::v); R(Q<3>::v);
}

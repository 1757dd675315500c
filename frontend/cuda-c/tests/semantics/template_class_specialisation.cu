// [temp.class.spec.match] the most specialised partial specialisation that fits is taken
// wrong: first-specialisation-wins
template <class T> struct S { static constexpr int v = 0; };
template <class T> struct S<T *> { static constexpr int v = 1; };
template <class T> struct S<const T> { static constexpr int v = 2; };
template <class T> struct S<T &> { static constexpr int v = 3; };
template <class T> struct S<const T *> { static constexpr int v = 4; };
template <class T, int N> struct S<T[N]> { static constexpr int v = 10 + N; };
template <class T> struct S<S<T>> { static constexpr int v = 100 + S<T>::v; };
template <> struct S<char *> { static constexpr int v = 5; };
template <class A, class B> struct P { static constexpr int v = 0; };
template <class A> struct P<A, A> { static constexpr int v = 1; };
template <class A> struct P<A, int> { static constexpr int v = 2; };
template <> struct P<int, int> { static constexpr int v = 3; };
template <class A, class B> struct P<A *, B *> { static constexpr int v = 4; };
extern "C" __global__ void k(long long *out) {
  out[0] = S<int>::v; out[1] = S<int *>::v; out[2] = S<const int>::v; out[3] = S<int *const>::v;
  out[4] = S<const int *>::v; out[5] = S<const int *const>::v; out[6] = S<int &>::v; out[7] = S<int[3]>::v;
  out[8] = S<char *>::v; out[9] = S<const char *>::v; out[10] = S<S<int *>>::v; out[11] = S<S<S<char>>>::v;
  out[12] = S<int **>::v; out[13] = P<char, short>::v; out[14] = P<char, char>::v; out[15] = P<char, int>::v;
  out[16] = P<int, int>::v; out[17] = P<int *, char *>::v; out[18] = S<volatile int>::v;
}

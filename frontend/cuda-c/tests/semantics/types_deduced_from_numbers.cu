// [temp.deduct.type] a type that a template's number is of is deduced from the number
// wrong: numbers-say-no-types
template <auto V> struct P {};
template <class T, T V> __device__ int h(P<V>) { return sizeof(T); }
__device__ int h(...) { return 77; }
template <class T, T N> __device__ int f(int (&)[N]) { return sizeof(T); }
template <class T> struct Tr { static const int v = 0; };
template <class T, T N> struct Tr<P<N>> { static const int v = sizeof(T); };
template <class T, T N> struct Tr<int[N]> { static const int v = N + sizeof(T); };
template <class T, T v> struct C { static constexpr T value = v; };
template <class T, T v> __device__ int g(C<T, v>) { return v + sizeof(T); }
template <class T, T v> __device__ int g2(T, C<T, v>) { return v; }
template <class I, I N, class T> __device__ int w(T (&)[N], I) { return sizeof(I) * 100 + N; }
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define R(...) out[n++] = (__VA_ARGS__)
  int a[3];
  short b[5];
  R(h(P<1L>())); R(h(P<'a'>())); R(h(P<true>())); R(f(a)); R(Tr<P<3>>::v); R(Tr<P<true>>::v); R(Tr<int[5]>::v); R(Tr<char[5]>::v);
  R(g(C<char, 3>())); R(g(C<long, 4L>())); R(g2(1, C<int, 7>())); R(w<int, 5>(b, 1)); R(w<char>(b, 'c'));
}

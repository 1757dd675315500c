// [temp.param] values as parameters: integers, bool, enumerators, pointers to objects; equal values are one type
// wrong: values-stay-unconverted
enum E { a, b };
__device__ int table[3] = {4, 5, 6};
template <int N, bool B = (N > 3)> struct S { int t[N]; static constexpr int n = B ? N : -N; };
template <E e> __device__ int en() { return e + 1; }
template <const int *p> __device__ int at(int i) { return p[i]; }
template <class T, T v> struct C { static constexpr T value = v; using type = C; __device__ constexpr operator T() const { return v; } };
template <unsigned N> __device__ unsigned mask() { return (1u << N) - 1; }
template <class A, class B> struct Same { static constexpr int v = 0; };
template <class A> struct Same<A, A> { static constexpr int v = 1; };
extern "C" __global__ void k(long long *out) {
  out[0] = sizeof(S<5>); out[1] = S<5>::n; out[2] = S<2>::n; out[3] = en<b>(); out[4] = C<int, 7>::value;
  out[5] = C<bool, true>::value + 1; out[6] = C<int, 7>() + 1; out[7] = mask<5>();
  out[8] = Same<S<2 + 3>, S<5>>::v; out[9] = Same<S<2>, S<2, true>>::v; out[10] = Same<C<int, 1>, C<long, 1>>::v;
  out[11] = Same<C<int, 3>, C<int, 3>::type>::v; out[12] = C<char, 'c'>::value;
  out[13] = C<long long, -1>::value; out[14] = Same<S<5>, S<5u>>::v; out[15] = Same<C<int, 'c'>, C<int, 99>>::v;
}

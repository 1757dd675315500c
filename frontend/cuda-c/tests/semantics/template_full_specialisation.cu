// [temp.expl.spec] an explicit specialisation replaces the template for its arguments
// wrong: specialisations-ignored
template <class T> __device__ int f(T) { return 1; }
template <> __device__ int f(int) { return 2; }
template <> __device__ int f<double>(double) { return 3; }
template <class T> struct S { int v = 4; __device__ int g() { return v; } template <class U> __device__ int h(U) { return 5; } };
template <> struct S<char> { int w = 6; __device__ int g() { return w * 10; } };
template <> __device__ int S<int>::g() { return v + 7; }
template <int N> struct F { static constexpr int v = N * F<N - 1>::v; };
template <> struct F<0> { static constexpr int v = 1; };
template <int N> __device__ int sum() { return N + sum<N - 1>(); }
template <> __device__ int sum<0>() { return 0; }
extern "C" __global__ void k(long long *out) {
  S<char> c; S<int> i; S<double> d;
  out[0] = f(1); out[1] = f(1.0); out[2] = f('a'); out[3] = f<int>('a'); out[4] = c.g(); out[5] = i.g();
  out[6] = d.g(); out[7] = F<5>::v; out[8] = sum<6>(); out[9] = sizeof(S<char>); out[10] = d.h(1);
}

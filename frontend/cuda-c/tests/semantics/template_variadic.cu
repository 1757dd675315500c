// [temp.variadic] packs expand to lists; sizeof... and fold expressions
// wrong: folds-from-the-other-side; expansions-repeat-the-first
template <class... T> __device__ int count(T...) { return sizeof...(T); }
__device__ int sum() { return 0; }
template <class H, class... T> __device__ int sum(H h, T... t) { return h + sum(t...); }
template <class... T> __device__ int fold(T... t) { return (t + ... + 100); }
template <class... T> __device__ int left(T... t) { return (... - t); }
template <class... T> __device__ int right(T... t) { return (t - ...); }
template <class... T> __device__ bool all(T... t) { return (t && ...); }
template <int... N> struct L { static constexpr int size = sizeof...(N); __device__ static int get(int i) { int t[] = {N...}; return t[i]; } };
template <class... T> __device__ int sizes() { int r = 0; int x[] = {(r = r * 10 + int(sizeof(T)))...}; return r + x[0] * 0; }
__device__ int f3(int a, int b, int c) { return a * 100 + b * 10 + c; }
template <class... T> __device__ int call(T... t) { return f3((t + 1)...); }
extern "C" __global__ void k(long long *out) {
  out[0] = count(); out[1] = count(1, 'a', 2.0); out[2] = sum(1, 2, 3, 4); out[3] = fold(1, 2);
  out[4] = left(10, 3, 2); out[5] = right(10, 3, 2); out[6] = all(1, 1, 0); out[7] = all();
  out[8] = L<4, 5, 6>::size; out[9] = L<4, 5, 6>::get(1); out[10] = sizes<char, int, short>();
  out[11] = call(1, 2, 3);
}

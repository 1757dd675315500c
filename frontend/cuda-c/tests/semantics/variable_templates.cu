// [temp] a variable template has a value for each argument, specialised or not
// wrong: variables-take-their-template
template <class T> constexpr int size_v = sizeof(T);
template <> constexpr int size_v<void> = 77;
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
template <int N> constexpr int twice = N * 2;
template <class T> __device__ int f() { return size_v<T> + twice<sizeof(T)>; }
extern "C" __global__ void k(long long *out) {
  int a[twice<3>];
  out[0] = size_v<int>; out[1] = size_v<char[7]>; out[2] = size_v<void>; out[3] = same<int, signed>;
  out[4] = same<int, unsigned>; out[5] = sizeof a; out[6] = f<double>();
}

// [temp.deduct.call] of a const array's type the qualifier belongs to the elements, and the pattern takes it off them
// wrong: references-stay-qualified
template <class A, class B> struct Same { static constexpr int v = 0; };
template <class A> struct Same<A, A> { static constexpr int v = 1; };
template <class T> __device__ int cr(const T &) { return Same<T, int[2]>::v + 2 * Same<T, const int[2]>::v; }
template <class T> __device__ int mr(T &) { return Same<T, int[2]>::v + 2 * Same<T, const int[2]>::v; }
template <class T> __device__ int cp(const T *) { return Same<T, int[2]>::v + 2 * Same<T, const int[2]>::v; }
template <class T> __device__ int el(const T (&)[2]) { return Same<T, int>::v + 2 * Same<T, const int>::v; }
template <class T> __device__ int sp(T) { return 1; }
template <class T> __device__ int sp(T *) { return 2; }
template <> __device__ int sp(int *) { return 3; }
template <> __device__ int sp<>(char *) { return 4; }
struct C { static const int a = 3; static constexpr auto b = 4; enum { e = 5 }; };
extern "C" __global__ void k(long long *out) {
  const int ca[2] = {1, 2}; int ma[2] = {3, 4}; int i = 0; char c = 0; short s = 0;
  out[0] = cr(ca); out[1] = cr(ma); out[2] = mr(ca); out[3] = mr(ma); out[4] = cp(&ca); out[5] = cp(&ma); out[6] = el(ca);
  out[7] = el(ma); out[8] = sp(&i); out[9] = sp(&c); out[10] = sp(&s); out[11] = sp(i);
  out[12] = Same<decltype(C::a), const int>::v; out[13] = Same<decltype(C::b), const int>::v; const int lc = 4;
  out[14] = Same<decltype(lc), const int>::v; out[15] = Same<decltype(C::e), const int>::v;
}

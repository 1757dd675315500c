// [temp.deduct.call] deduction drops references, top qualifiers and array bounds of values, and keeps them behind references
// wrong: deduction-keeps-qualifiers
template <class T> struct Id { static constexpr int v = 0; };
template <> struct Id<int> { static constexpr int v = 1; };
template <> struct Id<const int> { static constexpr int v = 2; };
template <> struct Id<int *> { static constexpr int v = 3; };
template <> struct Id<const int *> { static constexpr int v = 4; };
template <> struct Id<int *const> { static constexpr int v = 5; };
template <> struct Id<int[3]> { static constexpr int v = 6; };
template <> struct Id<const int[3]> { static constexpr int v = 7; };
template <> struct Id<char> { static constexpr int v = 8; };
template <class T> __device__ int a(T) { return Id<T>::v; }
template <class T> __device__ int b(T &) { return Id<T>::v; }
template <class T> __device__ int c(const T &) { return Id<T>::v; }
template <class T> __device__ int d(T *) { return Id<T>::v; }
template <class T> __device__ int e(const T *) { return Id<T>::v; }
template <class T> __device__ int f(T, T *) { return Id<T>::v; }
template <class T, int N> __device__ int n(T (&)[N]) { return N * 10 + Id<T>::v; }
extern "C" __global__ void k(long long *out) {
  int i = 0; const int k2 = 1; int *p = &i; const int *q = &k2; int *const r = p; int t[3] = {}; const int u[3] = {}; int &ri = i;
  out[0] = a(i); out[1] = a(k2); out[2] = a(p); out[3] = a(q); out[4] = a(r); out[5] = a(t); out[6] = a(u);
  out[7] = a(ri); out[8] = b(i); out[9] = b(k2); out[10] = b(r); out[11] = b(t); out[12] = b(u); out[13] = c(k2);
  out[14] = c(t); out[15] = d(p); out[16] = d(q); out[17] = d(t); out[18] = e(p); out[19] = e(q);
  out[20] = f(k2, p); out[21] = n(t); out[22] = n(u); out[23] = a('x'); out[24] = n("abc"); out[25] = b(q);
}

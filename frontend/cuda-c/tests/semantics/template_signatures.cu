// [temp.over.link] function templates whose parameters differ in references, qualifiers below the first level or lengths are several
// wrong: rvalue-references-are-lvalue-references
template <class T> __device__ int f(T &) { return 1; }
template <class T> __device__ int f(T &&) { return 2; }
template <class T> __device__ int g(T (&)[2]) { return 3; }
template <class T> __device__ int g(T (&)[3]) { return 4; }
template <class T, int N> __device__ int h(T (&)[N]) { return N; }
template <class T> __device__ int h(T *const &) { return 5; }
template <class T> __device__ int l(T **) { return 6; }
template <class T> __device__ int l(T *const *) { return 7; }
template <class T> __device__ int m(const T x);
template <class T> __device__ int m(T x) { return 8; }
template <class T> __device__ int n(T x[3]);
template <class T> __device__ int n(T *const x) { return 9; }
template <class T> __device__ int o(T *x);
template <class T> __device__ int o(const T *x) { return 10; }
template <class T> __device__ int o(T *x) { return 11; }
extern "C" __global__ void k(long long *out) {
  int x = 1, a[2] = {}, b[3] = {}; const int c = 1; int *p = &x, **pp = &p; int *const *cp = &p; const int *q = &c;
  out[0] = f(x); out[1] = f(1); out[2] = f(c); out[3] = f(static_cast<int &&>(x)); out[4] = g(a); out[5] = g(b); out[6] = h(a); out[7] = h(b);
  out[8] = h(p); out[9] = l(pp); out[10] = l(cp); out[11] = m(x); out[12] = n(a); out[13] = o(p); out[14] = o(q);
}

// [temp.deduct.partial] a parameter that nothing is deduced from does not count for its template, and may be any type against it
// wrong: no-partial-ordering
template <class T> struct I { typedef T type; };
template <class T> __device__ int f(T, typename I<T>::type) { return 1; }
template <class T> __device__ int f(T, T) { return 2; }
template <class T> __device__ int g(T, typename I<T>::type *) { return 1; }
template <class T> __device__ int g(T, T *) { return 2; }
template <class T> __device__ int h(T, typename I<T>::type) { return 1; }
template <class T> __device__ int h(T, int) { return 2; }
template <class T> __device__ int j(typename I<T>::type, T) { return 1; }
template <class T> __device__ int j(int, T) { return 2; }
template <class T> __device__ int m(T, typename I<T>::type *) { return 1; }
template <class T> __device__ int m(T, int *) { return 2; }
template <class T> __device__ int o(T, typename I<T>::type) { return 1; }
template <class T> __device__ int o(T *, typename I<T *>::type) { return 2; }
template <class T> __device__ int p(typename I<T>::type, typename I<T>::type, T) { return 1; }
template <class T> __device__ int p(T, T, T) { return 2; }
template <class T> __device__ int q(const T &, typename I<T>::type) { return 1; }
template <class T> __device__ int q(const I<T> &, int) { return 2; }
extern "C" __global__ void k(long long *out)
{
    int n = 0, i = 0;
    out[n++] = f(1, 2); out[n++] = g(1, &i); out[n++] = h(1, 2); out[n++] = j(1, 2); out[n++] = m(1, &i);
    out[n++] = o(&i, &i); out[n++] = p(1, 2, 3); out[n++] = f(1, 2.5); out[n++] = j(1, 2.5);
}

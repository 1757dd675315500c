// [temp.over.link] templates whose parameters differ in a reference, a length or a qualifier within are overloads; outer qualifiers make no difference
// wrong: references-are-alike
template <class T> __device__ int f(T &) { return 1; }
template <class T> __device__ int f(T &&) { return 3; }
template <class T> __device__ int g(const T &) { return 1; }
template <class T> __device__ int g(const T &&) { return 3; }
template <class T> __device__ int h(T (&a)[2]) { return 4; }
template <class T> __device__ int h(T (&a)[3]) { return 5; }
template <class T> __device__ int i(T *const *a) { return 6; }
template <class T> __device__ int i(T **a) { return 7; }
template <class T> __device__ int same(const T x, T *const p, T a[3]);
template <class U> __device__ int same(U x, U *p, U *a) { return x + *p + a[0]; }

extern "C" __global__ void k(long long *out)
{
    int n = 1, a[2] = {1, 2}, b[3] = {3};
    out[0] = f(n);
    out[1] = f(1);
    out[2] = g(n);
    out[3] = g(1);
    out[4] = h(a);
    out[5] = h(b);
    int *p = &n, *const *pp = &p, **qq = &p;
    out[6] = i(pp);
    out[7] = i(qq);
    out[8] = same(1, a, b);
}

// [temp.func.order] of two templates that are equally special the one without a pack is taken, as NVRTC and GCC choose (the standard has no rule)
// wrong: packs-lose-no-ties
// device-only
template <class... U> __device__ int a() { return 1; } template <class T> __device__ int a() { return 2; }
template <class T, class... U> __device__ int b() { return 1; } template <class T, class U> __device__ int b() { return 2; }
template <class T, class... U> __device__ int c() { return 1; } template <class T, class U = int> __device__ int c() { return 2; }
template <class T, class... U> __device__ int d(T) { return 1; } template <class T> __device__ int d(T) { return 2; }
template <class... U, class T> __device__ int e(T) { return 1; } template <class T> __device__ int e(T) { return 2; }
template <int N, int... M> __device__ int f() { return 1; } template <int N> __device__ int f() { return 2; }
template <class T, class... U> __device__ int g(int) { return 1; } template <class T> __device__ int g(long) { return 2; }
template <class T, class... U> __device__ int h(T *) { return 1; } template <class T> __device__ int h(T) { return 2; }
template <class T, class... U> __device__ int i(T &) { return 1; } template <class T> __device__ int i(T &&) { return 2; }
struct S { template <class T, class... U> __device__ int m() { return 1; } template <class T> __device__ int m() { return 2; } };
extern "C" __global__ void k(long long *out)
{
    int n = 0, x = 0; S s;
    out[n++] = a<int>(); out[n++] = a<>(); out[n++] = a<int, int>();
    out[n++] = b<int, int>(); out[n++] = b<int>(); out[n++] = b<int, int, int>();
    out[n++] = c<int>(); out[n++] = c<int, int>(); out[n++] = c<int, int, int>();
    out[n++] = d(1); out[n++] = d<int, int>(1); out[n++] = e(1);
    out[n++] = f<1>(); out[n++] = f<1, 2>(); out[n++] = g<int>(1); out[n++] = g<int>(1L);
    out[n++] = h(&x); out[n++] = h(x); out[n++] = i(x); out[n++] = i(1);
    out[n++] = s.m<int>(); out[n++] = s.m<int, int>();
}

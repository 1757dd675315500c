// [over.ics.rank] of two arrays of one element type a list becomes the shorter one (core issue 1307)
// wrong: arrays-rank-alike
__device__ int f(int const (&)[2]) { return 1; }
__device__ int f(int const (&)[3]) { return 2; }
__device__ int g(const int (&)[3]) { return 3; }
__device__ int g(int (&&)[2]) { return 4; }
__device__ int h(const char (&)[4]) { return 5; }
__device__ int h(const char (&)[8]) { return 6; }
struct S { int v; __device__ S(const int (&a)[2], int b = 1) : v(b) {} __device__ S(const int (&a)[4], int b = 2) : v(b) {} };
template <class T, int N> __device__ int t(const T (&)[N]) { return N; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = f({}); out[n++] = f({1}); out[n++] = f({1, 2}); out[n++] = f({1, 2, 3});
    out[n++] = g({1, 2}); out[n++] = g({1, 2, 3});
    out[n++] = h("abc"); out[n++] = h("abcdefg"); out[n++] = h({'a'}); out[n++] = h({'a', 'b', 'c', 'd', 'e'});
    S s({1}), u({1, 2, 3}); out[n++] = s.v; out[n++] = u.v;
    int a[3] = {};
    out[n++] = f(a); out[n++] = g(a); out[n++] = t({1, 2, 3, 4});
}

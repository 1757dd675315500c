// [temp.deduct.type] a number deduced from a template's argument is of its parameter's type; an array's length of any
// wrong: deduced-numbers-convert
template <short N> struct A {};
template <int N> struct B {};
template <auto N> struct C {};
template <int N> __device__ int f(A<N>) { return 1; }
template <short N> __device__ int f(B<N>) { return 2; }
__device__ int f(...) { return 3; }
template <short N> __device__ int g(A<N>) { return N; }
template <int N> __device__ int h(C<N>) { return N; }
template <long N> __device__ int h(C<N>) { return N + 100; }
template <short N> __device__ int len(int (&)[N]) { return N; }
template <int N> __device__ int by(int (&)[N]) { return N; }
template <class T> __device__ int by(T) { return -1; }
template <int N, int M> __device__ int two(double (&)[N][M]) { return N * 10 + M; }
template <class T> __device__ int two(T) { return -1; }
struct S { template <int N> __device__ int g(int (&)[N]) const { return N; } template <class T> __device__ int g(T) const { return -1; } };
extern "C" __global__ void k(long long *out)
{
    int n = 0, b[7] = {};
    double d[2][3] = {};
    out[n++] = f(A<3>()); out[n++] = f(B<3>()); out[n++] = g(A<4>()); out[n++] = h(C<5>()); out[n++] = h(C<6l>());
    out[n++] = len(b); out[n++] = by(b); out[n++] = by(&b[0]); out[n++] = two(d); out[n++] = S().g(b);
}

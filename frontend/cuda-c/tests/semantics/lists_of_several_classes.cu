// [over.ics.rank] 3.3 lists that make objects of two classes rank alike, whatever is bound to these; of one class an rvalue reference comes first
// wrong: lists-make-one-class
// host-only
struct T { int a; __device__ T(int n) : a(n) {} };
struct U : T { __device__ U(int n) : T(n) {} };
struct A { int a; };
__device__ int f(T &&, int) { return 1; }
__device__ int f(const U &, short) { return 2; }
__device__ int g(T &&) { return 1; }
__device__ int g(const T &) { return 2; }
__device__ int h(A &&, int) { return 1; }
__device__ int h(const T &, short) { return 2; }
extern "C" __global__ void k(long long *out)
{
    short s = 1;
    out[0] = f({1}, s); out[1] = g({1}); out[2] = h({1}, s);
}

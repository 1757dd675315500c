// [class.temporary] 6 a temporary lives as long as the reference that is bound to it
// wrong: references-keep-nothing
__device__ int d;
struct A { int i; __device__ A(int n = 1) : i(n) {} __device__ ~A() { ++d; } };
__device__ int take(A a) { return a.i; }
__device__ A make() { return A(2); }
extern "C" __global__ void k(long long *out) { const A &a = A(4); out[0] = a.i + d; out[1] = d; }

// [class.temporary] 4 what a function returns is destroyed at the end of the full-expression
// wrong: temporaries-are-left
__device__ int d;
struct A { int i; __device__ A(int n = 1) : i(n) {} __device__ ~A() { ++d; } };
__device__ int take(A a) { return a.i; }
__device__ A make() { return A(2); }
extern "C" __global__ void k(long long *out) { out[0] = make().i + d; out[1] = d; }

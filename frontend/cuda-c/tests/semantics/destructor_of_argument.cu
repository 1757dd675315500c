// [class.temporary] 4 [expr.call] 4 a parameter of a class is a temporary of who calls, and ends with the full-expression
// wrong: temporaries-are-left
__device__ int d;
struct A { int i; __device__ A(int n = 1) : i(n) {} __device__ ~A() { ++d; } };
__device__ int take(A a) { return a.i; }
__device__ A make() { return A(2); }
extern "C" __global__ void k(long long *out) { out[0] = take(A(3)) + d; out[1] = d; }

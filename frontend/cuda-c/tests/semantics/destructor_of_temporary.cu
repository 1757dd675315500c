// [class.temporary] 6 a temporary lives as long as a reference to a member of it
// wrong: references-keep-nothing
__device__ int d;
struct A { int i; __device__ A(int n = 1) : i(n) {} __device__ ~A() { ++d; } };
__device__ int take(A a) { return a.i; }
__device__ A make() { return A(2); }
extern "C" __global__ void k(long long *out) { const int &r = A().i; out[0] = r + d; out[1] = d; }

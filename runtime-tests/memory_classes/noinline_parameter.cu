// A pointer parameter of a function that is called may point to a __device__ variable.
// expect: 0
__device__ int x;
__device__ __noinline__ int f(int *q) { x = 1; *q = 2; return x; }
extern "C" __global__ void k(int *o) { o[0] = f(&x) - 2; }

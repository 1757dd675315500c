// A pointer parameter may point into dynamic shared memory.
// expect: 4
extern __shared__ int a[];
__device__ __noinline__ int set(int *p) { a[1] = 1; p[1] = 4; return a[1]; }
extern "C" __global__ void k(int *o) { o[0] = set(a); }

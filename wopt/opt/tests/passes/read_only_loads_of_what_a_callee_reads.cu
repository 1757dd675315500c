// test pass=read-only-loads
// The callee is known to read through the pointer alone.
// count 1: !ro
// check: !ro
__device__ __noinline__ int f(const int *a) { return a[threadIdx.x]; }
__global__ void k(const int *__restrict__ p, int *o) { o[f(p)] = p[1]; }

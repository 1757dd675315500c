// test pass=read-only-loads
// What called the function may have written what it reads.
// count 0: !ro
// check: (ivar I4
__device__ __noinline__ int f(const int *__restrict__ a) { return a[threadIdx.x]; }
__global__ void k(int *o, int *p) { p[1] = 3; o[0] = f(p); }

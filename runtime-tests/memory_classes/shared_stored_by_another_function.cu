// A function stores the address of a shared array, another writes through it.
// expect: 8 2
__shared__ int a[4], b[4];
__device__ int *gp;
__device__ __noinline__ void aim() { gp = a; }
__device__ __noinline__ int through() { a[1] = 2; b[1] = 2; gp[1] = 8; return a[1]; }
extern "C" __global__ void k(int *o) { aim(); o[0] = through(); o[1] = b[1]; }

// What another kernel stored is loaded here.
// expect: 2
__device__ int x;
__device__ int *gp;
extern "C" __global__ void prepare() { gp = &x; }
extern "C" __global__ void k(int *o) { x = 1; *gp = 2; o[0] = x; }

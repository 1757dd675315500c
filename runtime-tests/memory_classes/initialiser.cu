// The initial value of a pointer exposes its object.
// expect: 0
__device__ int x, *p = &x;
extern "C" __global__ void k(int *o) { x = 1; *p = 2; o[0] = x - 2; }

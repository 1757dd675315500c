// A pointer in constant memory exposes its object.
// expect: 0
__device__ int x; __constant__ int *cp = &x;
extern "C" __global__ void k(int *o) { x = 1; *cp = 2; o[0] = x - 2; }

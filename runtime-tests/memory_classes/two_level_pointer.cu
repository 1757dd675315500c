// A pointer to a pointer in initial values.
// expect: 6
__device__ int x;
__device__ int *p = &x;
__device__ int **pp = &p;
extern "C" __global__ void k(int *o) { x = 1; **pp = 6; o[0] = x; }

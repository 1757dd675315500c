// An atomic through a pointer writes what the pointer may point to.
// expect: 0
__device__ int x; __device__ int *p = &x;
extern "C" __global__ void k(int *o) { x = 1; atomicAdd(p, 4); o[0] = x - 5; }

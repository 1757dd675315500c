// memset through a pointer writes what the pointer may point to.
// expect: 0
__device__ int x[2]; __device__ int *p = x;
extern "C" __global__ void k(int *o) { x[1] = 1; memset(p, 0, 8); o[0] = x[1]; }

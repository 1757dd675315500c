// A load before a store through a pointer keeps its value, one after it reads anew.
// expect: 0
__device__ int x = 7, *p = &x;
extern "C" __global__ void k(int *o) { int a = x; *p = 3; o[0] = a - 7 + x - 3; }

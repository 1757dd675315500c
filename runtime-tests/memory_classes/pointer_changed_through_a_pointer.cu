// A store through a pointer changes a pointer that is loaded again.
// expect: 1 9
__device__ int x, y;
__device__ int *p = &x;
__device__ int **pp = &p;
extern "C" __global__ void k(int *o) {
  x = 0; y = 0;
  *p = 1; *pp = &y; *p = 9;
  o[0] = x; o[1] = y;
}

__device__ void clear(float *p) { *p = 0; }
__global__ void k(int *x) {
  clear(x);
}

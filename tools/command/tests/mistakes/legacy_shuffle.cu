__global__ void k(float *x, int n) {
  x[0] = __shfl_down(x[0], 1);
}

__global__ void k(float *x, int n) {
  int i = threadIdx.x
  x[i] = 1;
}

__global__ void k(float *x, int n) {
  x[threadIdx.x = 1;
}

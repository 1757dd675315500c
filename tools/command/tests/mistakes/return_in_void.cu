__global__ void k(float *x, int n) {
  return 1;
}

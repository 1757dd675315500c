__global__ void k(float *x, int n) {
  if (n = 1) x[0] = 2;
}

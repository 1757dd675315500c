__global__ void k(float *x, int n) {
  x[0] = 1;
  else x[0] = 2;
}

__global__ void k(float *x, int n) {
  int i = blockIDx.x;
  x[i] = 1;
}

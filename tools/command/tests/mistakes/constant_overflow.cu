__global__ void k(float *x, int n) {
  int big = 1000000 * 1000000;
  x[0] = big;
}

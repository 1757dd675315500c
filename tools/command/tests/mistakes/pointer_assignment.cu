__global__ void k(float *x, int *y) {
  x = y;
}

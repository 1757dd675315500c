__global__ void k(const float *x) {
  x[0] = 1;
}

__global__ int k(float *x) {
  return 1;
}

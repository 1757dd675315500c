__global__ void k(float *x, int n) {
  if (n) break;
  x[0] = n;
}

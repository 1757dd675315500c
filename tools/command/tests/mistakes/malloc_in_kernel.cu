__global__ void k(float *x, int n) {
  float *t = (float *)malloc(n);
  x[0] = t[0];
}

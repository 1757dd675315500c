__global__ void k(float *x, int n) {
  float *t = new float[n];
  x[0] = t[0];
}

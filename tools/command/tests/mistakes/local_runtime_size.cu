__global__ void k(float *x, int n) {
  float s[n];
  x[0] = s[0];
}

__global__ void k(float *x, int n) {
  __shared__ float s[n];
  x[0] = s[0];
}

__global__ void k(float *x, int n) {
  __shared__ float s[32];
  s[32] = n;
  x[0] = s[0];
}

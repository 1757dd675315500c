__constant__ float c[4];
__global__ void k(float *x, int n) {
  c[n] = x[0];
}

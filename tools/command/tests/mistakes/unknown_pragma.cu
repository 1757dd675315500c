#pragma unrol 4
__global__ void k(float *x, int n) {
  x[0] = n;
}

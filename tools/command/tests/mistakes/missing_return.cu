__device__ int sign(float v) {
  if (v > 0) return 1;
}
__global__ void k(float *x, int n) {
  x[0] = sign(x[1]);
}

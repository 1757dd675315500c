__device__ float f(float v);
__global__ void k(float *x, int n) {
  x[0] = f(x[0]);
}

__device__ float f(float v) { return v; }
__device__ float g(float v) { return -v; }
__global__ void k(float *x, int n) {
  float (*p)(float) = n ? f : g;
  x[0] = p(x[1]);
}

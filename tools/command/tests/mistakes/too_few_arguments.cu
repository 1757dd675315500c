__device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
__global__ void k(float *x, int n) {
  x[0] = lerp(x[1], x[2]);
}

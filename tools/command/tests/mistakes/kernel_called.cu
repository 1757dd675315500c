__global__ void a(float *x) { x[0] = 1; }
__global__ void k(float *x, int n) {
  a(x);
}

__global__ void child(float *x) { x[0] = 1; }
__global__ void k(float *x, int n) {
  child<<<1, 32>>>(x);
}

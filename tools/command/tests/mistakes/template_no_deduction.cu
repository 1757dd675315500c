template <class T> __device__ T pick(T a, T b) { return a; }
__global__ void k(float *x, int n) {
  x[0] = pick(1, x[0]);
}

#define IDX(i, j, n) ((i) * (n) + (j))
__global__ void k(float *x, int n) {
  x[IDX(1, 2)] = n;
}

__global__ void k(int *x, int n) {
  #pragma unroll 0
  for (int i = 0; i < n; i++) x[i] = i;
}

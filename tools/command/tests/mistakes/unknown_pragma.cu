__global__ void k(float *x, int n) {
  #pragma unrol 4
  for (int i = 0; i < n; i++) x[i] = n;
}

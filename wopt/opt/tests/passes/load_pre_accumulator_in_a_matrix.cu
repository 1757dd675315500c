// test pass=load-pre --passes=-unrolling
// The address is higher than values are looked through, and the loop gives it to a variable in each round: load and store meet over variables.
// count 1: (ivar F4 global cr
// check: (phi v16.1 v16.3 v16.2)
__global__ void k(float *__restrict__ c, const float *__restrict__ a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  for (int k = 0; k < n; k++) c[i * n + j] += a[k];
}

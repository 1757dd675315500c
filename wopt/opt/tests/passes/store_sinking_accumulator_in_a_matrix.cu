// test pass=store-sinking --passes=-unrolling
// An address of many nodes that the loop does not change: one store, behind the loop.
// count 1: (istore
// check: (F4ADD
// check: (branch
// check: (istore
__global__ void k(float *__restrict__ c, const float *__restrict__ a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  for (int k = 0; k < n; k++) c[i * n + j] += a[k];
}

// test pass=store-sinking --passes=-unrolling
// What the loop loads may be what it stores: each round stores.
// count 1: ((ivar F4
// check: ((ivar F4
// check: (branch
__global__ void k(float *c, const float *a, int n) {
  for (int j = 0; j < n; j++) c[threadIdx.x] += a[j];
}

// test pass=store-sinking --passes=-unrolling
// What each round stores is stored once, behind the loop.
// count 1: ((ivar F4
// check: (F4ADD
// check: (branch
// check: ((ivar F4
__global__ void k(float *__restrict__ c, const float *__restrict__ a, int n) {
  for (int j = 0; j < n; j++) c[threadIdx.x] += a[j];
}

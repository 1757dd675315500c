// test pass=store-sinking --passes=-unrolling
// Out of both loops of a nest.
// count 1: ((ivar I4
// check: (branch
// check: (branch
// check: ((ivar I4
__global__ void k(int *__restrict__ c, const int *__restrict__ a, int n, int m) {
  for (int i = 0; i < n; i++) {
    int j = 0;
    do c[threadIdx.x] = c[threadIdx.x] * 3 + a[i * 8 + j]; while (++j < m);
  }
}

// test pass=store-sinking --passes=-unrolling
// Two places of one array that may be one: both stay.
// count 2: ((ivar I4
// check: ((ivar I4
// check: ((ivar I4
// check: (branch
__global__ void k(int *__restrict__ c, const int *__restrict__ a, int n, int m) {
  for (int j = 0; j < n; j++) {
    c[threadIdx.x] += a[j];
    c[m] -= a[j];
  }
}

// test pass=store-sinking --passes=-unrolling
// An exit that may come before any store keeps them.
// count 1: ((ivar I4
// check: (branch
// check: (branch
// check: ((ivar I4
// check: (branch
__global__ void k(int *__restrict__ c, const int *__restrict__ a, int n) {
  for (int j = 0; j < n; j++) {
    if (a[j] == 5) break;
    c[threadIdx.x] = j * 3;
  }
}

// test pass=store-sinking --passes=-unrolling
// Each exit stores what the last round before it stored.
// count 3: ((ivar I4
// check: (branch
// check: (branch
// check: ((ivar I4
// check: ((ivar I4
__global__ void k(int *__restrict__ c, const int *__restrict__ a, int n) {
  for (int j = 0; j < n; j++) {
    c[threadIdx.x] = j * 3;
    if (a[j] == 5) {
      c[100] = 1;
      break;
    }
  }
}

// test pass=store-sinking --passes=-unrolling
// Each round stores to another place.
// count 1: ((ivar I4
// check: ((ivar I4
// check: (branch
__global__ void k(int *__restrict__ c, int n) {
  for (int j = 0; j < n; j++) c[j] = j * 3;
}

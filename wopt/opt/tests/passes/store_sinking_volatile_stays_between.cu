// test pass=store-sinking --passes=-unrolling
// A volatile store may tell others to look.
// count 1: ((ivar I4
// check: ((ivar I4
// check: volatile
// check: (branch
__global__ void k(int *__restrict__ c, volatile int *f, int n) {
  for (int j = 0; j < n; j++) {
    c[threadIdx.x] = j * 3;
    *f = j;
  }
}

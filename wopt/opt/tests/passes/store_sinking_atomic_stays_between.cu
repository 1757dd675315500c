// test pass=store-sinking --passes=-unrolling
// An atomic may tell others to look.
// count 1: ((ivar I4
// check: ((ivar I4
// check: ~atom
// check: (branch
__global__ void k(int *__restrict__ c, int *__restrict__ f, int n) {
  for (int j = 0; j < n; j++) {
    c[threadIdx.x] = j * 3;
    atomicMax(f, j);
  }
}

// test pass=store-sinking --passes=-unrolling
// Behind a barrier others look for the store.
// count 1: ((ivar I4
// check: ((ivar I4
// check: bar.sync
// check: (branch
__global__ void k(int *__restrict__ c, int n) {
  for (int j = 0; j < n; j++) {
    c[threadIdx.x] = j * 3;
    __syncthreads();
  }
}

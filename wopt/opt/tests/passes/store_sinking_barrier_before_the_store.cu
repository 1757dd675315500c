// test pass=store-sinking --passes=-unrolling
// The store of a round is there for others behind the next round's barrier.
// check: (phi
// check: ~bar.sync
// check: ((ivar I4
// check: (branch
__global__ void k(int *__restrict__ c, int n) {
  for (int j = 0; j < n; j++) {
    __syncthreads();
    c[threadIdx.x] = j * 3;
  }
}

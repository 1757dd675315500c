// test pass=store-sinking --passes=-unrolling
// What others see of the next round's accesses is ordered behind the store of this one.
// check: (phi
// check: ~membar
// check: ((ivar I4
// check: (branch
__global__ void k(int *__restrict__ c, int n) {
  for (int j = 0; j < n; j++) {
    __threadfence();
    c[threadIdx.x] = j * 3;
  }
}

// test pass=full-unrolling
// check: (volatile-store
// count 1: (volatile-store
__global__ void k(volatile int *p) {
  for (unsigned i = 0;; i += 2) {
    *p = 3;
    if (i == 7) break;
  }
}

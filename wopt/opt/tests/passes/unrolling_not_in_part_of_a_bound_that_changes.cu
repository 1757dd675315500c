// test pass=partial-unrolling
// The bound is read in each iteration, and the store may change it.
// count 1: (istore
__global__ void k(int *p, int *n) {
  for (int i = 0; i < *n; i++) p[i] = i;
}

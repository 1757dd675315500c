// test pass=partial-unrolling
// The sum is unsigned, so it may wrap: behind 2147483646 comes -2147483647, which is below any bound that far up.
// count 1: (istore
__global__ void k(int *p, int n) {
  for (unsigned u = 0; (int)u < n; u += 3) p[u & 63] = 1;
}

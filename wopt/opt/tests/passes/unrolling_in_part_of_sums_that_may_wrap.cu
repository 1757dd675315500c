// test pass=partial-unrolling
// Sums of an unsigned counter promise nothing in the copies either.
// count 5: (istore
// not: (I4ADD
__global__ void k(int *p, unsigned n) {
#pragma unroll 4
  for (unsigned i = 0; i < n; i++) p[i] = i;
}

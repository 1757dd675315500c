// test pass=address-reassociation
// `n + j` may wrap before it is extended.
// check: (U8U4CVT (U4ADD
// not: (U8U4CVT v
__global__ void k(int *a, unsigned n) {
  for (unsigned j = 0; j < 3; j++) a[n + j] = 1;
}

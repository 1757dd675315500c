// test pass=narrow-addresses
// Machine code is the same either way.
// check: (U8ADD (lda %2 0)
// not: (U4ADD
__global__ void k(int *o, int i) {
  int m[4];
  m[i & 3] = 1;
  m[1] = 2;
  o[0] = m[i & 3];
}

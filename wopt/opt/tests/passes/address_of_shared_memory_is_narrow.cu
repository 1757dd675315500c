// test pass=narrow-addresses
// The products are of 32 bits.
// check: shared (U4ADD
// not: (U8MPY
__global__ void k(int *o, int i, int j) {
  __shared__ int m[4][8];
  m[i & 3][j & 7] = 1;
  o[0] = m[j & 3][i & 7];
}

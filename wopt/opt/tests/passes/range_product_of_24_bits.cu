// test pass=range-propagation
// Signed numbers of 24 bits, and unsigned ones; what may have more keeps its own product.
// count 4: mul24
// check: (U4MPY
// check: (U4MPY
__global__ void fit(int *o, const unsigned char *p, int n) {
  o[0] = __mul24(threadIdx.x, p[n]);
  o[1] = __umul24(blockDim.x, threadIdx.x & 0xffffff);
}
__global__ void may_not(int *o, int n, unsigned m) {
  o[2] = __mul24(threadIdx.x, n);
  o[3] = __mul24(n & 0xffffff, 5);
  o[4] = __umul24(m, 5);
  o[5] = __umul24(m & 0x1ffffff, 5);
}

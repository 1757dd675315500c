// test pass=propagate
// Generic addresses of one space compare as the places there, with what is added; of two spaces they stay generic.
// check: (BU8LT (lda $1 8) (lda $0 4))
// check: (BU8LT (U8U8INTRINSIC_OP ~cvta.shared (lda $1 8)) (U8U8INTRINSIC_OP ~cvta.local
__global__ void k(volatile int *o, int n) {
  __shared__ int a[8], b[8];
  int c[8];
  a[threadIdx.x & 7] = b[threadIdx.x & 7] = c[threadIdx.x & 7] = 3;
  int *p = a + 2, *q = b + 1, *r = c + 1;
  *o = p < q;
  *o = p < r;
  *o = c[n & 7];
}

// test pass=propagate
// Places in shared and in local memory may have one number there; as generic addresses they differ.
// check: (BU8EQ (U8U8INTRINSIC_OP ~cvta.
// check: (I4BCVT
__global__ void k(volatile int *o, int n) {
  __shared__ int a[8];
  int b[8];
  a[threadIdx.x & 7] = 3;
  b[n & 7] = 4;
  *o = &a[1] == &b[1];
}

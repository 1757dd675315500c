// test pass=division-bypass --passes=-unrolling
// The divisor alone stays, and the guard asks about both.
// check: (phi
// check: (BU4EQ (U4VINTRINSIC_OP ~freeze (U4U8CVT (U8LSHR (U8BIOR
__global__ void k(unsigned long long *o, unsigned long long b, int n) {
  for (int i = 0; i < n; i++) o[i] = o[i] / b;
}

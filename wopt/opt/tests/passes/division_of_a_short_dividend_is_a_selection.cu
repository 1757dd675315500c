// test pass=division-bypass
// A longer divisor goes into a word no time: nothing of 64 bits is divided, and no way is chosen.
// not: (U8DIV
// not: (branch
// count 2: (U4SELECT
// check: (BU4EQ (U4VINTRINSIC_OP ~freeze (U4U8CVT (U8LSHR v
__global__ void k(unsigned long long *o, unsigned a, unsigned long long b) {
  o[0] = a / b;
  o[1] = a % b;
}

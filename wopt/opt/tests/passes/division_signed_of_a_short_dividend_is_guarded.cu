// test pass=division-bypass
// 7 / -7 is not 0 although -7 is long: a signed divisor is asked about, it alone.
// check: (BU4EQ (U4VINTRINSIC_OP ~freeze (U4U8CVT (U8LSHR v
// check: (I8DIV
// not: BIOR
__global__ void k(long long *o, unsigned a, long long b) { o[0] = (long long)a / b; }

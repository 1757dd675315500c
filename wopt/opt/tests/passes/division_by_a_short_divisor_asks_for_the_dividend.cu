// test pass=division-bypass
// Of a divisor that is known to be a word nothing is asked.
// check: (BU4EQ (U4VINTRINSIC_OP ~freeze (U4U8CVT (U8LSHR v
// not: BIOR
// check: (I8DIV
__global__ void k(long long *o, long long a, unsigned b) { o[0] = a / (long long)b; }

// test pass=division-bypass
// Both high words are asked about at once; the low words are divided on one way, the whole on the other, and the results meet.
// check: (BU4EQ (U4VINTRINSIC_OP ~freeze (U4U8CVT (U8LSHR (U8BIOR v
// check: (U8U4CVT (U4DIV (U4U8CVT
// check: (I8DIV
// check: phi
__global__ void k(long long *o, long long a, long long b) { o[0] = a / b; }

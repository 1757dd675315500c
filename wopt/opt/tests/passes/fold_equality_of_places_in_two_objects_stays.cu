// test pass=propagate
// Equal offsets in two objects are two places, and their distance is nobody's to say.
// check: (BU8EQ
// check: (I4BCVT v
// check: (I8SUB
// count 0: =1:U4
__global__ void k(volatile int *o, volatile long long *d, int n) {
  __shared__ int a[8], b[8];
  a[n & 7] = 3;
  b[n & 7] = 4;
  *o = &a[1] == &b[1];
  *d = (long long)&a[3] - (long long)&b[1];
}

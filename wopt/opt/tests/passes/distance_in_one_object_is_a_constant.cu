// test pass=propagate
// Generic or not, places of one object are as far apart as their offsets say; those of two objects are nowhere.
// check: =12:U8
// check: =4294967280:U4
// count 2: U8SUB
__global__ void k(long *p, int *q) {
  __shared__ int s[8], t[8];
  int a[8], b[8];
  p[0] = (char *)(s + 5) - (char *)(s + 2);
  q[0] = (int)((char *)(a + 1) - (char *)(a + 5));
  p[2] = (size_t)s - (size_t)t;
  p[3] = (size_t)(a + 1) - (size_t)b;
}

// test pass=exit-values
// Not every round comes by the test.
// count 13: (stid
__global__ void k(volatile int *o, const int *p) {
  int i = 0, n = p[0] & 7;
again:
  i++;
  if (n-- > 0 && p[i & 3] & 1) goto again;
  if (i < 5) goto again;
  *o = i;
}

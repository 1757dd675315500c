// test pass=if-conversion
// The cycle has two ways in, before and behind.
// count 1: SELECT
// count 2: (branch
__global__ void k(unsigned *p, unsigned n) {
  unsigned i = 0, x = 0;
  if (n & 1) goto b;
a:
  if (i & 2) x = i ^ 4;
  p[i] = x;
b:
  i += 3;
  if (i < n) goto a;
}

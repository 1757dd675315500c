// test pass=dead-code
// The outer branch decides the store with the inner one; the third decides nothing.
// count 2: (branch
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned x = 1;
  if (n > 3) {
    if (n > 5) p[0] = n;
    if (n > 7) x = q[1];
  }
}

// test pass=dead-code
// What the arms computed was for nobody; the branch and its condition were for them.
// count 0: branch
// count 0: phi
// count 1: (ivar U8
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned x = 1;
  if (q[n] > 3) {
    x = q[0] * 3;
    if (x > 7) x = q[1];
  }
  p[0] = n;
}

// test pass=dead-stores
// Through another pointer, which may lead there.
// count 3: (istore @
__global__ void k(unsigned *p, const unsigned *q, unsigned *r) {
  p[0] = 1;
  unsigned x = *q;
  p[0] = 2;
  r[0] = x;
}

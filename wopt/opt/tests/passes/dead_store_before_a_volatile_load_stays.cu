// test pass=dead-stores
// The load reads it.
// count 2: (istore @
__global__ void k(unsigned *p, unsigned *q) {
  p[0] = 1;
  unsigned x = *(volatile unsigned *)p;
  p[0] = x + 2;
}

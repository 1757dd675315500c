// test pass=dead-stores
// Nothing covers it, though control comes to no return.
// norun: it never ends
// count 1: (istore @
__global__ void k(unsigned *p) {
  p[0] = 1;
  for (;;) {
  }
}

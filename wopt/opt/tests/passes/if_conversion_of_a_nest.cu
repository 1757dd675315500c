// test pass=if-conversion
// The inner branch goes first, then what is left of the outer arm is short.
// count 0: (branch
__global__ void k(unsigned *p, unsigned a, unsigned b) {
  unsigned x = a;
  if (a < b) {
    x = b;
    if (b == 7) x = 9;
  }
  p[0] = x;
}

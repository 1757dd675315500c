// test pass=dead-code
// The arms differ in what they bring, and in nothing else.
// count 1: (branch
// count 1: (phi
__global__ void k(unsigned *p, unsigned n, unsigned a, unsigned b) {
  unsigned x;
  if (n > 3) x = a;
  else x = b;
  p[0] = x;
}

// test pass=dead-code --passes=-if-conversion
// The branch decides which value comes.
// count 1: (branch
// count 1: (phi
__global__ void k(unsigned *p, unsigned n) {
  unsigned x = 1;
  if (n > 3) x = 2;
  p[0] = x;
}

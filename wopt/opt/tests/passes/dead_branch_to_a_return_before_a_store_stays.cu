// test pass=dead-code
// count 1: (branch
__global__ void k(unsigned *p, unsigned n) {
  if (n > 3) return;
  p[0] = 1;
}

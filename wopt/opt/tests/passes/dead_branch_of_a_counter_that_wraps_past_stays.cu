// test pass=dead-code
// In steps of two an unsigned counter may wrap over its bound, and miss what it is to be.
// count 4: (branch
__global__ void k(unsigned *p, unsigned n) {
  for (unsigned i = 0; i < n; i += 2) {}
  for (unsigned i = 0; i != n; i += 2) {}
  p[0] = 1;
}

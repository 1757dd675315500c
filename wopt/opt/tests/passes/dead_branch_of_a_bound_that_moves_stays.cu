// test pass=dead-code
// What runs away is not met.
// count 2: (branch
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  for (unsigned i = 0, m = n; i < m; i++) m = q[i];
  p[0] = 1;
}

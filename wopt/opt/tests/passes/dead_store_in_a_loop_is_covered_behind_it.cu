// test pass=dead-stores
// Each iteration writes the place again, and the last time is behind the loop.
// count 1: (istore @
// check: =7:U4 chi
__global__ void k(unsigned *p, unsigned n) {
  for (unsigned i = 0; i < n; ++i) p[0] = i;
  p[0] = 7;
}

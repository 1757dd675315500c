// test pass=dead-stores
// Nothing covers the last one; and what an iteration writes is another place than what the next one does.
// count 2: (istore @
__global__ void k(unsigned *p, unsigned n) {
  for (unsigned i = 0; i < n; ++i) p[0] = i;
  for (unsigned i = 1; i < n; ++i) p[i] = 9;
}

// test pass=dead-stores
// The store at the loop's start covers what its own iteration's end writes only if the index were the same.
// count 3: (istore @
__global__ void k(unsigned *p, unsigned n, unsigned *q) {
  unsigned i = 0;
  do {
    p[i] = 1;
    q[0] += p[n];
    p[i] = 2;
    i += 3;
  } while (i < n);
}

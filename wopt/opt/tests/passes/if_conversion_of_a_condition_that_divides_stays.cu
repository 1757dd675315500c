// test pass=if-conversion
// A division is dearer than a branch; but a division by zero would be no reason.
// count 2: (branch
// count 0: BLAND
__global__ void k(unsigned *p, unsigned i, unsigned n) {
  if (n)
    if (i / n < 7) p[i] = n;
}

// test pass=dead-code
// Both arms are blocks of their own; what follows them is reached without either.
// count 0: (branch
// count 1: (preds bb0)
__global__ void k(unsigned *p, unsigned n) {
  unsigned x;
  if (n > 3) x = p[1];
  else x = p[2];
  p[0] = n;
}

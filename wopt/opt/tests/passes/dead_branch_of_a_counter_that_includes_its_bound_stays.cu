// test pass=dead-code
// There is no unsigned number behind the last.
// count 1: (BU4LE
// count 1: (branch
__global__ void k(unsigned *p, unsigned n) {
  unsigned i = 0;
  do i++; while (i <= n);
  p[0] = 1;
}

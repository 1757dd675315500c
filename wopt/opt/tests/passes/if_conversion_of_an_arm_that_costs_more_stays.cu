// test pass=if-conversion
// Two divisions are dearer than a branch.
// count 1: (branch
// count 0: SELECT
__global__ void k(unsigned *p, unsigned a, unsigned b) {
  unsigned x = b;
  if (a < b) x = a / b + b % a;
  p[0] = x;
}

// test pass=if-conversion
// It would be read where it was not.
// count 1: (branch
__global__ void k(volatile int *p, int *q, int n) {
  int x = 0;
  if (n) x = p[0];
  q[0] = x;
}

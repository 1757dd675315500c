// test pass=dead-code
// Both ways the thread ends.
// count 0: (branch
__global__ void k(unsigned *p, unsigned n) {
  p[0] = 1;
  if (n > 3) {
    n = p[1];
    return;
  }
  n = p[2];
}

// test pass=range-propagation
// The sum does not wrap, so its constant is the access's offset; that of what may wrap stays.
// check:  12 mu(
// check:  0 mu(
__global__ void k(int *p, unsigned n) {
  unsigned i = n & 1023;
  p[i + 3] = 1;
  p[n + 3] = 2;
}

// test pass=range-propagation
// x may be -1: neither quotient nor shift nor bound is unsigned.
// count 1: I4DIV
// count 1: I4ASHR
// count 1: I4MAX
__global__ void k(int *p, int x, int y) {
  if (x < -1) return;
  p[0] = x / y;
  p[1] = x >> 3;
  p[2] = max(x, 0);
}

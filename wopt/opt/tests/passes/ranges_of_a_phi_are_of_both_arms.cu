// test pass=range-propagation
// 3 or 200: a byte without a sign; with one it is no longer what it was.
// count 0: U1CVTL
// count 1: CVTL
__global__ void k(int *p, int c) {
  int x = 3;
  if (c) { x = 200; p[9] = 1; }
  p[0] = (unsigned char)x;
  p[1] = (signed char)x;
}

// test pass=range-propagation
// One of the two does not hold: neither is known to.
// count 0: =1:B bb
// count 0: =0:B bb
__global__ void k(int *p, int a, int b) {
  bool both = (a < 5) & (b < 5);
  if (both) return;
  if (a >= 5) p[0] = 1;
  if (b < 5) p[1] = 1;
}

// test pass=range-propagation
// Both hold, and of a disjunction that fails neither does.
// count 2: =1:B bb
// count 1: =0:B bb
__global__ void k(int *p, int a, int b, int c, int d) {
  bool both = (a < 5) & (b < 5), one = (c < 5) | (d < 5);
  if (both) {
    if (a < 6) p[0] = 1;
    if (b < 6) p[1] = 1;
  }
  if (!one) {
    p[3] = 1;
    if (c == 4) p[2] = 1;
  }
}

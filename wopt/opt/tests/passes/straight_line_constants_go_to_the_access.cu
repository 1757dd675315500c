// test pass=straight-line-reduction
// Addresses that differ by a constant have one base, whatever the order of their sums.
// check: {base} 0 mu
// check: {base} 20 mu
// count 1: (I4ADD v
__global__ void k(int *o, const int *p, int x, int y, int n) {
  o[0] = p[x + y * n];
  o[1] = p[(x + 5) + n * y];
}

// test pass=speculation
// A division may go wrong where nobody asked for it.
// count 0: h" 2
// check: DIV
__global__ void k(volatile int *o, const int *c, int b, int s) {
  if (c[0]) *o = (b + 1) * s / (b + 2);
  if (c[1]) *o = (b + 2) * s / (b + 2);
}

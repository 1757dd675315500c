// test pass=speculation --passes=-hoisting,-if-conversion
// No guard dominates the other: there is nothing to step from.
// count 0: h" 2
// check: MPY
__global__ void k(volatile int *o, const int *c, int b, int s) {
  if (c[2]) {
    if (c[0]) *o = (b + 1) * s;
  } else {
    if (c[1]) *o = (b + 2) * s;
  }
}

// test pass=speculation
// The body is no guard's alone.
// count 0: h" 2
// check: MPY
__global__ void k(volatile int *o, volatile const int *c, int b, int s) {
  if (c[0] || c[3] / b) *o = (b + 1) * s;
  if (c[1] || c[4] / b) *o = (b + 2) * s;
}

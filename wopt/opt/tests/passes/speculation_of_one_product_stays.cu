// test pass=speculation
// Nobody makes a step of it.
// count 0: h" 2
// check: MPY
__global__ void k(volatile int *o, const int *c, int b, int s, int t) {
  if (c[0]) *o = (b + 1) * s;
  if (c[1]) *o = (b + t) * t;
}

// test pass=speculation
// The second factor is loaded under the guard: a load is not made for those who do not ask.
// count 0: h" 2
// check: MPY
__global__ void k(volatile int *o, volatile const int *c, int b) {
  if (c[0]) *o = (b + 1) * c[5];
  if (c[1]) *o = (b + 2) * c[6];
}

// test pass=speculation
// What is left under the guards is too long for a predicate, and who does not come there would pay.
// count 0: h" 2
// check: MPY
__global__ void k(volatile int *o, const int *c, int b, int s) {
  if (c[0]) { *o = (b + 1) * s; o[1] = 1; o[2] = 2; o[3] = 4; o[4] = 5; o[5] = 1; }
  if (c[1]) { *o = (b + 2) * s; o[1] = 1; o[2] = 2; o[3] = 4; o[4] = 5; o[5] = 2; }
}

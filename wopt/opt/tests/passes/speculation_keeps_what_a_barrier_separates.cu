// test pass=speculation
// Only numbers move: the barriers stand where they stood, under no other condition.
// count 2: bar.sync
// check: (stid ({a}) (U4MPY
// check: (branch
// check: {a}
// check: bar.sync
// check: (branch
__global__ void k(volatile int *o, const int *c, int b, int s) {
  if (c[0]) { *o = (b + 1) * s; __syncthreads(); }
  if (c[1]) { *o = (b + 2) * s; __syncthreads(); }
}

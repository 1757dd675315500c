// test pass=straight-line-reduction
// The first product is evaluated on one way alone.
// count 2: MPY
// count 0: (U4ADD
__global__ void k(volatile int *o, int b, int s, int c) {
  if (c)
    *o = b * s;
  *o = (b + 1) * s;
}

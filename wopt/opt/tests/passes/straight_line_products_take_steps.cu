// test pass=straight-line-reduction
// Each product differs from the one before by the stride: one product is left, and sums.
// count 1: MPY
// check: (let {product} (I4MPY
// check: (let {next} (U4ADD {product} v4.1))
// check: (U4ADD {next} v4.1)
__global__ void k(volatile int *o, int b, int s) {
  *o = b * s;
  *o = (b + 1) * s;
  *o = (b + 2) * s;
}

// test pass=straight-line-reduction
// What is one sum already is not made of a product.
// count 1: MPY
// check: (I4ADD v2.1 v4.1)
__global__ void k(volatile int *o, int b, int s) {
  *o = b + 8 * s;
  *o = b + s;
}

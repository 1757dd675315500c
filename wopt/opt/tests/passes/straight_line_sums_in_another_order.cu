// test pass=straight-line-reduction
// The second sum is the first and what is left; so is the product the first one times the factor that is left.
// check: (let {sum} (I4ADD
// check: (U4ADD v4.1 {sum})
// check: (let {product} (I4MPY
// check: (U4MPY v4.1 {product})
// count 1: (I4MPY
// count 1: (I4ADD
__global__ void k(volatile int *o, int a, int b, int c) {
  *o = a + c;
  *o = a + (b + c);
  *o = a * c;
  *o = (a * b) * c;
}

// test pass=address-reassociation
// The sum that stands alone is evaluated, so it does not overflow: both accesses have one base.
// check: (let {base} (U8ADD
// check: {base} 0 mu(
// check: {base} 20 mu(
__global__ void k(int *o, const int *p, int x, int y) {
  o[0] = p[x + y];
  o[1] = p[x + (y + 5)];
}

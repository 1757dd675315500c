// test pass=straight-line-reduction --passes=-unrolling
// The third product changes in no round. The second less the first would be it too, without a product, and change in each.
// count 2: (U4MPY v
// count 0: (U4SUB
__global__ void k(volatile unsigned *o, unsigned n, unsigned s, unsigned b) {
  for (unsigned i = 0; i < n; i++) {
    *o = i * s;
    *o = (i + b) * s;
    *o = b * s;
  }
}

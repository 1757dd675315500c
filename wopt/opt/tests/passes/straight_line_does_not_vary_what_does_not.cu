// test pass=straight-line-reduction --passes=-unrolling
// The second product changes in no round; it is not made of the first, which does.
// count 2: (I4MPY
// count 0: (U4SUB
__global__ void k(volatile int *o, int n, int s, int b) {
  for (int i = 0; i < n; i++) {
    *o = b * s + i * 3;
    *o = b * s + n;
  }
}

// test pass=straight-line-reduction --passes=-unrolling
// Behind the loop's step the index is another version: its product differs from the first by the stride.
// count 1: (I4MPY
// check: (I4MPY
// check: (U4ADD
__global__ void k(volatile int *o, int n, int s) {
  for (int i = 0; i < n;) {
    *o = i * s;
    i++;
    *o = i * s;
  }
}

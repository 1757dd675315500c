// test pass=straight-line-reduction --passes=-unrolling
// The second sum changes in no round and can go before the loop; the first less its `i` would have it follow `i`.
// count 2: (I4MPY
// count 0: (U4SUB
__global__ void k(volatile int *o, int n, int s, int b, int m) {
  for (int i = 0; i < n; i++) {
    *o = i + b * s + n * m;
    *o = b * s + n * m;
  }
}

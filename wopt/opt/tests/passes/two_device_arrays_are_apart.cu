// test pass=value-numbering
// Two objects of the device by their names are apart; what a pointer leads to may be either.
// count 2: ) (ivar I4 global (lda $0
__device__ int g[16], h[16];
__global__ void k(int *o, int i) {
  int x = g[0];
  h[i & 15] = 3;
  o[0] = x + g[0];
  o[1] = x + g[0];
}

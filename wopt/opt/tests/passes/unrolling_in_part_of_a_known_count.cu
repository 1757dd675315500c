// test pass=partial-unrolling
// Eight copies, and a loop behind them for the four that are left. ptxas may copy the copies: it knows whether all of it is worth it.
// count 9: (istore
// count 1: (unroll 1)
// check: =496:U4) bb
__global__ void k(int *p) {
  for (int i = 0; i < 500; i++) p[i & 63] = i;
}

// test pass=partial-unrolling
// Ten iterations are twice four and two: the copies end at eight, and the loop behind them does the others.
// count 5: (istore
// check: =8:U4) bb
__global__ void k(int *p) {
#pragma unroll 4
  for (int i = 0; i < 10; i++) p[i] = i;
}

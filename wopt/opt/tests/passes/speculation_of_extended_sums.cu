// test pass=speculation
// The addresses differ by constants where their sums do not overflow, which is where they are asked for: the first is made in 64 bits before its guard.
// count 1: "h"
// check: (U8ADD
__global__ void k(int *__restrict__ o, const int *__restrict__ p, int x, int y, int n) {
  int s = 0;
  if ((unsigned)(y - x) < (unsigned)n) s += p[y - x];
  if ((unsigned)(y - x + 1) < (unsigned)n) s += p[y - x + 1] * 3;
  if ((unsigned)(y - x + 2) < (unsigned)n) s += p[y - x + 2] * 5;
  if ((unsigned)(y - x + 3) < (unsigned)n) s += p[y - x + 3] * 7;
  *o = s;
}

// test pass=speculation
// Sums of unsigned numbers may wrap: the addresses differ by nothing known.
// count 0: "h"
__global__ void k(int *__restrict__ o, const int *__restrict__ p, int x, int y, int n) {
  int s = 0;
  if ((unsigned)(y - x) < (unsigned)n) s += p[(int)((unsigned)y - (unsigned)x)];
  if ((unsigned)(y - x + 1) < (unsigned)n) s += p[(int)((unsigned)y - (unsigned)x + 1u)] * 3;
  if ((unsigned)(y - x + 2) < (unsigned)n) s += p[(int)((unsigned)y - (unsigned)x + 2u)] * 5;
  if ((unsigned)(y - x + 3) < (unsigned)n) s += p[(int)((unsigned)y - (unsigned)x + 3u)] * 7;
  *o = s;
}

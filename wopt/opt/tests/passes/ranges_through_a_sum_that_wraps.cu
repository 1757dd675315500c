// test pass=range-propagation
// The sum is large, or negative as an int: what was added to may be the largest int, since unsigned sums wrap. A signed sum of that
// kind leaves no choice.
// count 1: =1:B bb
__global__ void k(int *p, unsigned x, int y) {
  if (x + 5u >= 0x80000002u) {
    p[2] = 1;
    if ((int)x < 0) p[0] = 1;
  }
  if (y + 5 < 3) {
    p[3] = 1;
    if (y < 0) p[1] = 1;
  }
}

// test pass=range-propagation
// Nothing comes from behind a trap: the value is 3 where the arms meet. A breakpoint goes on.
// count 1: =1:B bb
__global__ void k(int *p, int c, int d) {
  int x = 3, y = 3;
  if (c) { x = 200; p[0] = 1; __trap(); }
  if (x < 100) p[1] = 1;
  if (d) { y = 200; p[2] = 1; __brkpt(); }
  if (y < 100) p[3] = 1;
}

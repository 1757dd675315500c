// test pass=sccp
// The way out is never taken: the loop has none, and stays.
// count 2: =0:B
__global__ void k(volatile unsigned *p) {
  unsigned x = 1;
  for (;;) {
    if (x != 1) break;
    if (p[0] == 7) { if (x > 1) x = 2; }
  }
  p[1] = 1;
}

// test pass=range-propagation
// A signed sum does not overflow: n + 1 is above n. An unsigned one may.
// check: =1:B bb
// check:  (B
__global__ void k(int *p, int n, unsigned m) {
  if (n >= 0) { if (n + 1 > 0) p[0] = 1; }
  if (m >= 0x7fffffffu) { if (m + 1 > 0) p[1] = 1; }
}

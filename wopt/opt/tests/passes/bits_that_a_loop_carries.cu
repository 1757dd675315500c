// test pass=bitwise-dead-code
// The mask in the loop keeps what the store behind it sees; sums of the counter that decides the loop are as they were.
// count 0: BAND
// check: I4ADD
__global__ void k(unsigned char *p, const unsigned *q, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) s = (s + q[i]) & 0xffff;
  p[0] = s;
}

// test pass=bitwise-dead-code
// Two ways into the cycle: the masks keep what is seen in it and behind it.
// count 0: BAND
__global__ void k(unsigned char *p, unsigned x, int c, int n) {
  unsigned s = x & 0xfff;
  if (c) goto inside;
again:
  s = (s * 3) & 0xffff;
inside:
  p[n] = s;
  if (--n) goto again;
}

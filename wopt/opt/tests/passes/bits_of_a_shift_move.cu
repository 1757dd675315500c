// test pass=bitwise-dead-code
// The byte that is stored was the second: the mask keeps it. It does not keep what the arithmetic shift copies.
// count 1: BAND
__global__ void k(unsigned char *p, int x, int y) {
  p[0] = (x & 0xff00) >> 8;
  p[1] = (y & 0x7fffff00) >> 28;
}

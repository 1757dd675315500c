// test pass=bitwise-dead-code
// The store sees the low byte alone, the comparison all: the mask stays. An address and a division see all too.
// count 3: BAND
__global__ void k(unsigned char *p, unsigned *q, unsigned x) {
  unsigned y = x & 0xffff, z = (x + 1) & 0xffff, w = (x + 2) & 0xffff;
  p[0] = y;
  if (y < 300) q[0] = 1;
  q[z] = 2;
  p[1] = w / 3;
}

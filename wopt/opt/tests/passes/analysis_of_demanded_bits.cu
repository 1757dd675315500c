// test analysis=demanded after=if-conversion
// A byte is all that is seen of the sum, which two arms make.
// check: : bits 0xff
__global__ void k(unsigned char *p, unsigned x, unsigned y, int c) {
  unsigned s = x;
  if (c) { s = y; p[1] = 0; }
  p[0] = s;
}

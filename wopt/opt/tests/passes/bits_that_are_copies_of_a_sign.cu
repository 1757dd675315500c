// test pass=bitwise-dead-code
// Above the byte all is its sign, which is bit 7 of what was cut; of an arithmetic shift, the highest bit.
// count 2: BAND
// check: CVTL
// check: ASHR
__global__ void k(unsigned short *p, int x, int y, int c) {
  int s = x, t = y;
  if (c) { s = 3; t = 4; p[5] = 1; }
  p[0] = (unsigned)(int)(signed char)s & 0xff00u;
  p[1] = (t >> 28) & 0xf0;
}

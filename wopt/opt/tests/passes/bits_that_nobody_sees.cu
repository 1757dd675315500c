// test pass=bitwise-dead-code
// Of the value shifted out nothing is seen: what is made of it is 0. The load is another pass's.
// count 0: MPY
__global__ void k(unsigned char *p, unsigned x, int c) {
  unsigned y = x * 77;
  if (c) { y = 5; p[1] = 1; }
  p[0] = (y << 8) | 3;
}

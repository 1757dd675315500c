// test pass=bitwise-dead-code
// The mask goes from one arm; the signed sum behind both may overflow now.
// count 0: BAND
// count 0: I4ADD
// count 1: U4ADD
__global__ void k(unsigned char *p, int x, int y, int c) {
  int s = x & 0xffff;
  if (c) { s = y; p[1] = 1; }
  p[0] = s + y;
}

// test pass=bitwise-dead-code
// The second byte and above are added to a byte: nothing of it is seen. What computes it is dead code's.
// count 0: U4SHL
// count 0: U4ADD
__global__ void k(unsigned char *p, unsigned x, int c) {
  unsigned y = x * 77;
  if (c) { y = 5; p[1] = 1; }
  p[0] = x + (y << 8);
}

// test pass=bitwise-dead-code
// The low word of a product of 64 bits is a product of words; where the upper word is seen too it is not.
// count 1: U4MPY
// count 1: 8MPY
__global__ void k(unsigned *p, unsigned long *q, unsigned long a, unsigned long b, int c) {
  unsigned long x = a * b;
  if (c) { x = a; q[1] = 3; }
  p[0] = (unsigned)x;
  unsigned long y = a * (b + 1);
  p[1] = (unsigned)y;
  q[0] = y;
}

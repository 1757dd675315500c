// test pass=bitwise-dead-code
// Shifted by one, bit 32 of the product is seen: it stays one of 64 bits; of a sum, too.
// count 1: 8MPY
// count 0: U4MPY
// count 0: U4ADD
__global__ void k(unsigned *p, unsigned long a, unsigned long b, int c) {
  unsigned long x = a * b, y = a + b;
  if (c) { x = a; y = b; p[5] = 3; }
  p[0] = (unsigned)(x >> 1);
  p[1] = (unsigned)(y >> 1);
}

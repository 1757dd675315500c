// test pass=range-propagation
// A sum of two words may have 33 bits, and so may a product's factor.
// count 1: U8DIV
// count 1: U8MPY
// count 0: U4DIV
__global__ void k(unsigned long *p, unsigned x, unsigned y, unsigned long z) {
  unsigned long s = (unsigned long)x + y;
  p[0] = s / ((z & 0xffff) + 1);
  p[1] = s * ((z & 0xfff) + 1);
}

// test pass=dead-stores
// The byte loaded is written as a word; the word's first byte to its second.
// count 2: (istore @
__global__ void k(unsigned *p) {
  unsigned x = *(unsigned char *)p;
  *p = x;
  unsigned y = p[1];
  ((unsigned char *)p)[5] = y;
}

// test pass=dead-stores
// Two bytes of four are written again, and a place that may be another.
// count 4: (istore @
__global__ void k(unsigned *p, int i) {
  p[i] = 1;
  *(unsigned short *)(p + i) = 2;
  p[i + 1] = 3;
  p[7] = 4;
}

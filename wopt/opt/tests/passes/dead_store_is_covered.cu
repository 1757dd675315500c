// test pass=dead-stores
// Nobody reads the first one, and the second one writes all its bytes; of the third place each is a half.
// count 2: (istore @
// check: =2:U4 chi
// check: =5:U4 chi
__global__ void k(unsigned *p, int i) {
  p[i] = 1;
  p[i] = 2;
  unsigned short *h = (unsigned short *)(p + 7);
  h[0] = 3;
  h[1] = 4;
  p[7] = 5;
}

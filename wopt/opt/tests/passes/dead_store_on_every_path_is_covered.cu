// test pass=dead-stores
// Both arms write the place; of the second place one does, of the third one returns before.
// count 7: (istore @
// not: =1:U4 chi
// check: =2:U4 chi
__global__ void k(unsigned *p, int n) {
  p[0] = 1;
  p[1] = 2;
  if (n) {
    p[0] = 3;
  } else {
    p[0] = 4;
    p[1] = 5;
  }
  p[2] = 6;
  if (n == 7) return;
  p[3] = 8;
  p[2] = 7;
}

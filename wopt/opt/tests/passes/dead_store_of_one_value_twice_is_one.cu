// test pass=dead-stores
// Each of the two would do, not neither.
// count 2: (istore @
// check: (ivar U4 global {p} 0 
// check: (ivar U4 global {p} 4 
__global__ void k(unsigned *p, unsigned x) {
  p[0] = x;
  p[1] = 1;
  p[0] = x;
}

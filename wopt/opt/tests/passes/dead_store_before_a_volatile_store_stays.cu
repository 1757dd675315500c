// test pass=dead-stores
// Volatile accesses may be seen by others between, and cover nothing.
// count 2: (istore @
// check: (volatile-store @
// check: (istore @
__global__ void k(unsigned *p) {
  p[0] = 1;
  *(volatile unsigned *)p = 2;
  p[0] = 3;
}

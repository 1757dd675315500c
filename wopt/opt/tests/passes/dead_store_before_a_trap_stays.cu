// test pass=dead-stores
// The trap shows what was written.
// count 2: (istore @
__global__ void k(unsigned *p, int n) {
  p[0] = 1;
  if (n) __trap();
  p[0] = 2;
}

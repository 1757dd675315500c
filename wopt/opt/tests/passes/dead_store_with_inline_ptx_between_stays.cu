// test pass=dead-stores
// It may read memory, or end the thread.
// count 4: (istore @
__global__ void k(unsigned *p, unsigned *q) {
  p[0] = 1;
  asm volatile("membar.gl;" ::: "memory");
  p[0] = 2;
  q[0] = 3;
  asm volatile("exit;");
  q[0] = 4;
}

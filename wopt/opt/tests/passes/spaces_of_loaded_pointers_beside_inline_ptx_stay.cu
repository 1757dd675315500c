// test pass=memory-spaces-2..memory-classes
// Inline PTX may store anything.
// count 1: ivar F4 generic
__global__ void k(float *o, float **rows) {
  asm volatile("membar.cta;" ::: "memory");
  o[0] = *rows[1];
}

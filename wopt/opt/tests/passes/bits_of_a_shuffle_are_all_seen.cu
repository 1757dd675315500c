// test pass=bitwise-dead-code
// Another lane gets all bits, whatever this one looks at; inline PTX and calls see all too.
// count 2: BAND
__global__ void k(unsigned char *p, unsigned x) {
  p[threadIdx.x] = __shfl_sync(0xffffffff, x & 0xffff, 3);
  unsigned y;
  asm("mov.u32 %0, %1;" : "=r"(y) : "r"(x & 0xff0));
  p[64] = y;
}

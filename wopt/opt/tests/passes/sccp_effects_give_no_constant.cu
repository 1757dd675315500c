// test pass=sccp
// Loads, volatile accesses, votes, inline PTX, atomics and clocks may give whatever they give.
// count 0: =0:B
// count 0: =1:B
__constant__ unsigned c = 5;
__global__ void k(unsigned *p, volatile unsigned *v, unsigned n) {
  unsigned x = 5;
  for (unsigned i = 0; __any_sync(0xffffffff, i < n); i++) {
    unsigned y;
    asm("mov.u32 %0, 5;" : "=r"(y));
    if (c != 5) x = 1;
    if (v[0] != 5) x = 2;
    if (y != 5) x = 3;
    if (atomicAdd(p, 1) != 5) x = 4;
    if (__activemask() != 5) x = 6;
  }
  p[1] = x;
}

// test pass=dead-code
// Its result is not used, but it says that it writes memory.
// check: (asm @0
// not: (asm @0
__global__ void k(int *o) {
  int x, y;
  asm("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(o) : "memory");
  asm("mov.u32 %0, 5;" : "=r"(y));
  o[0] = 1;
}

// test pass=full-unrolling
// Two copies of one label are an error of the assembler.
// count 1: (asm @
__global__ void k(int *p) {
  for (int i = 0; i < 3; i++) asm volatile("bra L;\nL: st.global.u32 [%0], %1;" :: "l"(p), "r"(i));
}

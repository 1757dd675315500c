// test pass=hoisting
// A load is no operation: it is where the source has it. What its address is made of is one.
// count 1: "e"
// check: (aux v{e} temp U8 "e" 2)
// check: (let {tree} (U8ADD
// next: (stid (v{e}.1) {tree})
// check: (branch
// check: (ivar U4 global
// check: (ivar U4 global
__global__ void k(unsigned *p, unsigned *q, const unsigned *r, unsigned n) {
  unsigned t = threadIdx.x;
  if (t & 1) p[t] = r[(t ^ n) * n];
  else q[t] = r[(t ^ n) * n];
}

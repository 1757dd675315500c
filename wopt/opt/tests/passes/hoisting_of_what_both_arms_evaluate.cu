// test pass=hoisting
// Threads part at the branch, so a warp would evaluate twice: once before it. The products come with the sum, and what accesses
// take in stays there.
// count 1: "e"
// check: (aux v{e} temp U4 "e" 2)
// check: (let {sum} (U4ADD (U4MPY
// next: (stid (v{e}.1) {sum})
// next: (branch
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned t = threadIdx.x;
  if (t & 1) p[t] = (t ^ n) * 77 + t * 5;
  else q[t] = (t ^ n) * 77 + t * 5;
}

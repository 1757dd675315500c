// test pass=hoisting
// Warps go one way at the outer branch and part at the inner.
// count 1: "e"
// check: (aux v{e} temp U4 "e" 2)
// check: (branch
// check: (let {tree} (U4MPY
// next: (stid (v{e}.1) {tree})
// next: (branch
__global__ void k(unsigned *p, unsigned *q, unsigned *r, unsigned n) {
  unsigned t = threadIdx.x;
  if (n & 1) {
    if (t & 2) p[t] = (t ^ n) * n;
    else q[t] = (t ^ n) * n;
  } else r[t] = (t ^ n) * n;
}

// test pass=hoisting
// Three ways, all of which evaluate it: above both branches at once.
// count 1: "e"
// check: (aux v{e} temp U4 "e" 2)
// check: (let {tree} (U4MPY
// next: (stid (v{e}.1) {tree})
// next: (branch
// check: (branch
__global__ void k(unsigned *p, unsigned *q, unsigned *r, unsigned n) {
  unsigned t = threadIdx.x;
  if (t & 1) {
    if (t & 2) p[t] = (t ^ n) * n;
    else q[t] = (t ^ n) * n;
  } else r[t] = (t ^ n) * n;
}

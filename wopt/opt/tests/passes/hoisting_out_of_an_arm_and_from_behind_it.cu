// test pass=hoisting
// One way evaluates it twice, whatever the condition.
// count 1: "e"
// check: (aux v{e} temp U4 "e" 2)
// check: (let {tree} (U4MPY
// next: (stid (v{e}.1) {tree})
// next: (branch
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned t = threadIdx.x;
  if (n & 1) p[t] = (t ^ n) * n;
  q[t] = (t ^ n) * n;
}

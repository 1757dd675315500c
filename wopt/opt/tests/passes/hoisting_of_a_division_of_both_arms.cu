// test pass=hoisting
// Every way from the branch divides by it, so before the branch nothing is divided that was not.
// count 1: "e"
// check: (aux v{e} temp U4 "e" 2)
// check: (let {tree} (U4DIV
// next: (stid (v{e}.1) {tree})
// next: (branch
__global__ void k(unsigned *p, unsigned *q, unsigned n, unsigned m) {
  unsigned t = threadIdx.x;
  if (t & 1) p[t] = n / m;
  else q[t] = n / m;
}

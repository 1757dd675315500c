// test pass=hoisting
// Whoever comes to the branch would have come to the product.
// count 1: "e"
// check: (aux v{e} temp U4 "e" 2)
// check: (let {tree} (I4MPY
// next: (stid (v{e}.1) {tree})
// next: (branch
__global__ void k(int *p, int *q, int n) {
  unsigned t = threadIdx.x;
  if (t & 1) p[t] = n * n;
  else q[t] = n * n;
}

// test pass=hoisting --block-dim=64
// Warps go different ways, each as a whole.
// count 0: "e"
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned t = threadIdx.x;
  if (t / 32 == 1) p[t] = (t ^ n) * 77;
  else q[t] = (t ^ n) * 77;
}

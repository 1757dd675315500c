// test pass=hoisting
// Each warp comes by one of the two.
// count 0: "e"
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned t = threadIdx.x;
  if (n & 1) p[t] = (t ^ n) * 77;
  else q[t] = (t ^ n) * 77;
}

// test pass=hoisting
// The other arm would pay for it.
// count 0: "e"
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned t = threadIdx.x;
  if (t & 1) p[t] = (t ^ n) * 77;
  else q[t] = t;
}

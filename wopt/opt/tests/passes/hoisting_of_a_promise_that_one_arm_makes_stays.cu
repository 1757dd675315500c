// test pass=hoisting
// Signed here, unsigned there: two nodes. The one with the promise may not stand for the other, and the other is not evaluated in both arms.
// count 0: "e"
// count 1: I4MPY
// count 1: U4MPY
__global__ void k(int *p, unsigned *q, int n) {
  unsigned t = threadIdx.x;
  if (t & 1) p[t] = n * 77;
  else q[t] = (unsigned)n * 77u;
}

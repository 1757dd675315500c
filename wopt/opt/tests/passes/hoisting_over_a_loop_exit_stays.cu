// test pass=hoisting
// The loop goes round with it or is left to it: what leaves a cycle is evaluated less often than what stays.
// count 0: "e"
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned t = threadIdx.x, i = t;
  while (p[i] & 1) {
    q[i] = (t ^ n) * n;
    i = q[i + 1];
  }
  p[t] = (t ^ n) * n;
}

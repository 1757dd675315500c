// test pass=hoisting
// The block behind the loop has one way in; all the same what leaves a cycle is not counted with what stays.
// count 0: "e"
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  unsigned t = threadIdx.x, i = t;
  for (;;) {
    if (p[i] & 1) {
      p[t] = (t ^ n) * n;
      return;
    }
    q[i] = (t ^ n) * n;
    i = q[i + 1];
  }
}

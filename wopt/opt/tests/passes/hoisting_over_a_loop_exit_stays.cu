// test pass=hoisting
// The inner loop goes round with it or is left to it, into the loop around: what leaves a cycle is evaluated less often than what stays.
// count 0: "e"
__global__ void k(unsigned *p, unsigned *q, unsigned n, unsigned m) {
  unsigned t = threadIdx.x, i = t;
  do {
    for (;;) {
      if (p[i] & 1) {
        p[t] = (t ^ n) * n;
        break;
      }
      q[i] = (t ^ n) * n;
      i = q[i + 1];
    }
    i = p[i + m];
  } while (--m);
}

// test pass=dead-code
// Nobody says that it ends. The guard decides whether anybody waits.
// count 2: (branch
__global__ void k(unsigned *p, unsigned *q, unsigned n) {
  if (n > 3) {
    do {} while (q[0] != 1);
  }
  p[0] = 1;
}

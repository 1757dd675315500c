// test pass=if-conversion
// Behind the conditions one is told from the other.
// count 2: (branch
__global__ void k(unsigned *p, unsigned i, unsigned n, unsigned m) {
  unsigned x = 1;
  if (i < n) {
    x = 2;
    if (m != 7) goto out;
    p[i] = 3;
  }
out:
  p[0] = x;
}

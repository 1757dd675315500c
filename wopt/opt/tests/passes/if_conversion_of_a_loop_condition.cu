// test pass=if-conversion
// The loop goes on while both hold; its head is the arm's target.
// count 1: (branch
// check: BLAND
__global__ void k(unsigned *p, unsigned i, unsigned n, unsigned m) {
  unsigned j = 0;
  do {
    p[j] = i;
    j += 2;
    i += j;
    if (j >= n) break;
  } while (i < m);
}

// test pass=dead-code
// The branch holds where control leaves; one that stays while numbers are equal is no counter's test.
// count 0: (branch
__global__ void k(unsigned *p, unsigned m) {
  unsigned j = 0;
  for (;;) {
    j++;
    if (j == m) break;
  }
  p[0] = 1;
}

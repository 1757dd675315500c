// test pass=dead-code --passes=-if-conversion
// norun: it hangs on what q holds whether it ends
// An iteration may pass the counter's test by.
// count 4: (branch
__global__ void k(unsigned *p, unsigned *q) {
  unsigned i = 0, j = 0;
again:
  i++;
  if (q[0]) goto again;
  if (i < 9) goto again;
  for (;;) {
    j++;
    if (q[j] == 1) { if (j == 4) break; }
  }
  p[0] = 1;
}

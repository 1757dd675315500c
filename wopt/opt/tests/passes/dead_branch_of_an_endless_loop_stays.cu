// test pass=dead-code --passes=-if-conversion
// norun: it never ends
// Who gets there never comes back: that is what the branch decides.
// count 2: (branch
// count 1: (bb bb6 (preds bb0 bb7)
__global__ void k(unsigned *p, unsigned n) {
  p[1] = 5;
  if (n > 3) {
    for (;;) {
      if (p[n]) n = 1;
    }
  }
}

// test pass=full-unrolling
// Two jumps lead back to the test. Each brings a sum of its own, which the one way before the next copy merges.
// count 7: (istore
__global__ void k(int *p) {
  int i = 0, s = 1;
again:
  if (i < 3) {
    i++;
    if (p[i] > 5) { p[i] = 1; s += i; goto again; }
    p[i] = 2;
    s *= 3;
    goto again;
  }
  p[9] = s;
}

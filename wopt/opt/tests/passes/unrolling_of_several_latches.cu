// test pass=full-unrolling
// `continue` goes back from two places; they are one before the copies are made.
// not: (phi v2
__global__ void k(int *p) {
  int i = 0;
  while (i < 3) {
    i++;
    if (p[i] > 5) { p[i] = 1; continue; }
    p[i] = 2;
  }
}

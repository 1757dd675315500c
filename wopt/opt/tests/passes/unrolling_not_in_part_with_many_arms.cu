// test pass=partial-unrolling
// norun: 600 iterations are more than a run takes
// Four branches part the body; sixteen would be between the copies.
// count 4: (istore
__global__ void k(int *p, const int *q) {
  for (int i = 0; i < 600; i++) {
    if (q[i] > 3) p[i] = i;
    if (q[i] > 4) p[i + 1] = i;
    if (q[i] > 5) p[i + 2] = i;
    if (q[i] > 6) p[i + 3] = i;
  }
}

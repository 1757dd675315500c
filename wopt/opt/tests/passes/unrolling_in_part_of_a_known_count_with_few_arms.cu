// test pass=partial-unrolling
// norun: 600 iterations are more than a run takes
// One branch parts the body: it stands in each of the four copies, and nothing is left.
// count 4: (istore
__global__ void k(int *p, const int *q) {
  for (int i = 0; i < 600; i++)
    if (q[i] > 3) p[i] = i;
}

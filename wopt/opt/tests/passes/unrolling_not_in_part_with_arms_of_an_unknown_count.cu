// test pass=partial-unrolling
// How often it runs nobody knows, and short loops would pay.
// count 1: (istore
__global__ void k(int *p, const int *q, int n) {
  for (int i = 0; i < n; i++)
    if (q[i] > 3) p[i] = i;
}

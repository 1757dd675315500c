// test pass=partial-unrolling
// count 1: (istore
__global__ void k(int *p, int n, int step) {
  for (int i = 0; i < n; i += step) p[i] = i;
}

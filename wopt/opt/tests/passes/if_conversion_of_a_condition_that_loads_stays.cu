// test pass=if-conversion
// The first condition says that there is something to load.
// count 2: (branch
// count 0: BLAND
__global__ void k(int *p, int *q, int i, int n) {
  if (i < n && q[i] < 7) p[i] = n;
}

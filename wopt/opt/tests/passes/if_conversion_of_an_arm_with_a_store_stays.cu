// test pass=if-conversion
// Where the condition does not hold, nothing is written: another thread may write there.
// count 1: (branch
__global__ void k(int *p, int i, int n) {
  if (i < n) p[i] = 1;
}

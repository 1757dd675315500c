// test pass=if-conversion
// The load could fail where the condition does not hold.
// count 1: (branch
// count 0: SELECT
__global__ void k(int *p, int i, int n) {
  int x = 0;
  if (i < n) x = p[i];
  p[0] = x;
}

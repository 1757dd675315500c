// test pass=if-conversion
// The second is cheap, and both ways out of the guard are one: a branch on both.
// count 1: (branch
// check: BLAND
// count 0: I4ADD v
__global__ void k(int *p, int i, int n, int j, int m) {
  if (i < n)
    if (j + 1 < m) p[i] = j;
}

// test pass=if-conversion
// The threads that vote are those for which the first condition holds.
// count 0: BLAND
__global__ void k(int *p, int i, int n) {
  while (i < n && __any_sync(15, i & 4)) {
    p[i] = n;
    i += 3;
  }
}

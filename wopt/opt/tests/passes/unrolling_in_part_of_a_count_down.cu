// test pass=partial-unrolling
// An inequality is asked for the distance.
// check: (BU4GE
// count 9: (istore
__global__ void k(int *p, int n) {
  if (n > 0)
    do { p[n] = n; } while (--n != 0);
}

// test pass=if-conversion
// Both arms evaluate a little: the branch goes.
// count 0: (branch
// count 1: SELECT
__global__ void k(int *p, int a, int b) {
  int x;
  if (a < b)
    x = a + 3;
  else
    x = b ^ 5;
  p[0] = x;
}

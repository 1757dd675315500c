// test pass=if-conversion
// What the arm does not assign stays what it is; the sum promises nothing any more, since it is evaluated always.
// count 0: (branch
// count 0: I4ADD
// check: (U4ADD
__global__ void k(int *p, int a, int b) {
  int x = b;
  if (a < b) x = a + 0x7fffffff;
  p[0] = x;
}

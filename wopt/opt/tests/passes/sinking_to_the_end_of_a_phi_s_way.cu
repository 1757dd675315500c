// test pass=sinking
// What a merge takes from one way is evaluated at that way's end.
// check: (branch
// check: (I4DIV
// check: (phi
__global__ void k(int *o, int *p, int n, int m) {
  int v = n / m, x = 1;
  if (m > 7) { p[0] = m; x = v; p[1] = v; }
  o[0] = x;
}

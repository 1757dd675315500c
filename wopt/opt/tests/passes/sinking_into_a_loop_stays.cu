// test pass=sinking
// It would be evaluated in each iteration; before the loop is as far as it goes.
// check: (branch
// check: (I4DIV
// check: (phi
__global__ void k(int *o, int *p, int n, int m) {
  int v = n / m;
  if (m > 7) {
    o[m] = m;
    for (int i = 0; i < n; i++) { o[i] = p[i] + v; p[i + n] = v; }
  }
}

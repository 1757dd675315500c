// test pass=dead-code
// A counter ends each of them: upwards and downwards, to a bound or until it is not another number, with an inner one.
// count 0: branch
// count 0: phi
__global__ void k(unsigned *p, unsigned *q, int n, unsigned m) {
  int s = 0;
  for (int i = 0; i < n; i += 3) s += q[i];
  for (int i = n; i >= 0; i -= 2) s += q[i];
  for (unsigned i = 0; i < m; i++) s += q[i];
  for (unsigned i = m; i != 0; i--)
    for (unsigned j = 0; j < i; j++) s += q[j];
  p[0] = 1;
}

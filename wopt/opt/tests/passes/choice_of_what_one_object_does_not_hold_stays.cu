// test pass=chosen-addresses..scalar-replacement
// The third of two: read it only where the source does.
// check: (stack
// count 1: SELECT
// check: v10.1 12 mu(v
__global__ void k(int *p, int n) {
  int v[2] = {p[1], p[2]}, w[4] = {p[3], p[4], p[5], p[6]};
  const int *q = n ? w : v;
  p[0] = q[3];
}

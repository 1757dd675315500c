// test pass=value-numbering
// q is two words behind p, whatever p is.
// count 1: ) (ivar I4 global
__global__ void k(int *p, int n) {
  for (int i = 0; i < n; i++) {
    int *q = p + 2;
    int x = p[0];
    q[0] = x;
    q[-1] = p[0];
    q[-2] = x + p[0];
    p = q + 1;
  }
}

// test pass=value-numbering
// One of two pointers is stored through: it may be the one.
// count 2: ) (ivar I4 global
__global__ void k(int *__restrict__ p, int *q, int n) {
  int x = p[0];
  *(n ? p : q) = 3;
  p[1] = x + p[0];
}

// test pass=value-numbering
// The store is through a pointer that is not based on p.
// count 1: ) (ivar I4 global
__global__ void k(int *__restrict__ p, int *q) {
  int x = p[0];
  q[0] = 3;
  p[1] = x + p[0];
}

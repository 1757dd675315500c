// test pass=value-numbering
// Its address stands in memory: what is loaded from there may be based on it.
// count 2: ) (ivar I4 global
__global__ void k(int *__restrict__ p, int **q) {
  q[0] = p;
  int x = p[0];
  *q[1] = 3;
  p[1] = x + p[0];
}

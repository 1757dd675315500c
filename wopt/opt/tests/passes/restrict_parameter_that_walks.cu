// test pass=value-numbering
// What is added to it keeps what it is based on.
// count 1: ) (ivar I4 global
__global__ void k(int *__restrict__ p, int *q, int n) {
  p += n;
  p++;
  int x = p[0];
  q[0] = 3;
  p[1] = x + p[0];
}

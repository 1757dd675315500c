// test pass=value-numbering
// Where p is assigned q, what is based on p is what q leads to: r may lead there too.
// count 2: ) (ivar I4 global
__global__ void k(int *__restrict__ p, int *q) {
  int *r = p;
  int x = r[0];
  p = q;
  p[0] = 3;
  r[1] = x + r[0];
}

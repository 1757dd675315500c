// test pass=value-numbering
// All dynamic shared arrays begin at one address: a pointer to y, which is stored, leads to x.
// count 2: ) (ivar I4 shared (lda $0
extern __shared__ int x[], y[];
__global__ void k(int **p, int *o, int i) {
  int s = x[0];
  p[0] = y;
  *p[i] = 3;
  o[0] = s + x[0] + y[0];
}

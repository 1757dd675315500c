// test pass=value-numbering
// A pointer from memory leads to what is exposed: the array whose address was stored, and not the other two.
// count 2: ) (ivar I4 local (lda %3
// count 0: ) (ivar I4 local (lda %4
// count 1: ) (ivar I4 shared
__global__ void k(int **p, int *o, int n) {
  int a[8], b[8];
  __shared__ int s[8];
  a[n & 7] = n;
  a[1] = 1;
  b[1] = n;
  b[n & 7] = 2;
  s[threadIdx.x & 7] = 2;
  __syncthreads();
  int x = a[1], y = b[n & 7], z = s[1];
  p[0] = a;
  *p[1] = 3;
  p[2][0] = x + y + z;
  o[0] = a[1] + b[n & 7] + s[1];
}

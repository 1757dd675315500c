// test pass=chosen-addresses..scalar-replacement
// The address is in memory that others reach; that it stands in the array itself is no different.
// check: (stack %
// check: (stack %
// check: ((ivar I4 local (lda
// check: ((ivar U8 local (lda
__global__ void k(int **o, int *p) {
  int a[2];
  int *self[1];
  a[0] = p[0];
  o[0] = a;
  self[0] = (int *)self;
  p[1] = a[0];
  p[2] = self[0] != 0;
}

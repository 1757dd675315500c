// test pass=value-numbering
// What is stored through one of two pointers that were one variable is not where the other leads: a[0] is loaded once.
// check: (ivar I4 shared v13.1 0
// check: (istore
// not: (ivar I4 shared
__global__ void k(int *o, int n) {
  __shared__ int a[64];
  a[threadIdx.x] = n;
  __syncthreads();
  int *p = a + (n & 7);
  int s = *p;
  int *q = p;
  p = o + n;
  *p = s;
  o[0] = *q;
}

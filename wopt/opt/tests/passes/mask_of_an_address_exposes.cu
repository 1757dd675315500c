// test pass=value-numbering
// What comes of a mask is followed no further: it may lead to any element of a.
// count 2: ) (ivar I4 shared (lda $0
__global__ void k(int *o, int i) {
  __shared__ __align__(16) int a[8];
  a[threadIdx.x & 7] = 2;
  __syncthreads();
  int *q = (int *)((unsigned long long)(a + 3) ^ (unsigned long long)((i & 1) << 3));
  int s = a[1];
  *q = 3;
  o[0] = s + a[1];
}

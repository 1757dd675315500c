// test pass=value-numbering
// What a function returns leads to the array, in a caller that knows the array by its name.
// count 2: ) (ivar I4 shared (lda $0
__shared__ int a[8];
__device__ __noinline__ int *some(int n) { return a + n; }
__global__ void k(int *o, int i) {
  a[threadIdx.x & 7] = 2;
  __syncthreads();
  int *q = some(i & 3);
  int s = a[1];
  *q = 3;
  o[0] = s + a[1];
}

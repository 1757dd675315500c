// test pass=value-numbering
// One of two objects is stored to: what each held is lost, also where the classes were made anew.
// count 2: ) (ivar I4 shared (lda $0
// count 2: ) (ivar I4 shared (lda $1
__global__ void k(int *o, int i) {
  __shared__ int a[8], b[8];
  a[threadIdx.x & 7] = 2;
  b[threadIdx.x & 7] = 4;
  __syncthreads();
  int *q = o + i;
  *q = 7;
  q = a;
  for (int n = 0; n < i; n++) q = b;
  int s = a[0] - b[0];
  *q = 3;
  o[0] = s + a[0] + b[0];
}

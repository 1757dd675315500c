// test pass=exit-values
// The loop stays for its barrier; of a constant count i is known all the same, of another it stays.
// check: (stid ({x}) =100:U4)
// check: () {x}
__global__ void k(volatile int *o, int n) {
  int i = 0, j = 0;
#pragma unroll 1
  for (; i < 100; i++) __syncthreads();
  *o = i;
#pragma unroll 1
  for (; j < n; j++) __syncthreads();
  *o = j;
}

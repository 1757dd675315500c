// test pass=if-conversion
// An address of shared memory is none of global memory.
// count 0: SELECT
// count 1: (branch
__global__ void k(int *out, const int *a, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  int x;
  if (n > 3) x = a[threadIdx.x + 1]; else x = s[threadIdx.x ^ 1];
  out[threadIdx.x] = x;
}

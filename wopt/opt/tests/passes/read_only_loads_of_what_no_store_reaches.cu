// test pass=read-only-loads
// The kernel stores to shared memory alone, and a barrier is no store.
// count 2: !ro
// check: !ro
__device__ int table[64];
__global__ void k(const int *p, int n) {
  __shared__ volatile int s[64];
  s[threadIdx.x] = p[n];
  __syncthreads();
  s[threadIdx.x ^ 1] = table[n];
}

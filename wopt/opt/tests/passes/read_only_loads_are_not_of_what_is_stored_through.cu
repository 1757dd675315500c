// test pass=read-only-loads
// A `const` that is cast away promised nothing.
// count 0: !ro
// check: (ivar I4 global
__global__ void k(const int *__restrict__ p, int n) {
  ((int *)p)[threadIdx.x] = n;
  __syncthreads();
  ((int *)p)[threadIdx.x + 64] = p[threadIdx.x ^ 1];
}

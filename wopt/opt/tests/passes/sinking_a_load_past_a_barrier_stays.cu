// test pass=sinking
// Others write behind the barrier.
// check: ~bar.sync
// check: (ivar I4 shared
// check: ~bar.sync
__global__ void k(int *o, int n) {
  __shared__ int t[64];
  t[threadIdx.x] = n * n;
  __syncthreads();
  int v = t[threadIdx.x ^ 1];
  __syncthreads();
  t[threadIdx.x] = n;
  if (n > 5) { o[threadIdx.x] = v; o[threadIdx.x + 64] = v * v; }
}

// test pass=atomic-aggregation -arch=sm_80 --block-dim=16,4
// One instruction adds 1 to a word of shared memory for all lanes that are there.
// not: ~bar.warp
__global__ void k(unsigned *o) {
  __shared__ unsigned count[2];
  unsigned t = threadIdx.y * blockDim.x + threadIdx.x;
  if (t < 2) count[t] = 0;
  __syncthreads();
  atomicAdd(&count[t / 32], 1);
  __syncthreads();
  o[t] = count[t / 32];
}

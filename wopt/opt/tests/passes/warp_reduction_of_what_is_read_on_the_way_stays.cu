// test pass=warp-reductions -arch=sm_80
// The sum of eight lanes is stored too.
// count 5: ~shfl.bfly
// not: redux
__global__ void k(int *o) {
  int v = o[threadIdx.x];
  v += __shfl_xor_sync(~0u, v, 1);
  v += __shfl_xor_sync(~0u, v, 2);
  v += __shfl_xor_sync(~0u, v, 4);
  o[threadIdx.x + 64] = v;
  v += __shfl_xor_sync(~0u, v, 8);
  v += __shfl_xor_sync(~0u, v, 16);
  o[threadIdx.x] = v;
}

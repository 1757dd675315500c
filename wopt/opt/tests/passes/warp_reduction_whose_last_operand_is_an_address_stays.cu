// test pass=warp-reductions -arch=sm_80
// The store's address names what the last step combines.
// count 5: ~shfl.bfly
// not: redux
__global__ void k(unsigned *o) {
  unsigned v = o[threadIdx.x] & 1;
  v += __shfl_xor_sync(~0u, v, 16);
  v += __shfl_xor_sync(~0u, v, 8);
  v += __shfl_xor_sync(~0u, v, 4);
  v += __shfl_xor_sync(~0u, v, 2);
  unsigned t = __shfl_xor_sync(~0u, v, 1);
  o[v] = v + t;
}

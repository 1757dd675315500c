// test pass=warp-reductions -arch=sm_80
// The last shuffle is in another block: not all who come to the first need come there.
// count 5: ~shfl.bfly
// not: redux
__global__ void k(int *o, int n) {
  int v = o[threadIdx.x];
  v += __shfl_xor_sync(~0u, v, 1);
  v += __shfl_xor_sync(~0u, v, 2);
  v += __shfl_xor_sync(~0u, v, 4);
  v += __shfl_xor_sync(~0u, v, 8);
  if (n > 3) {
    v += __shfl_xor_sync(~0u, v, 16);
    o[threadIdx.x] = v;
  }
}

// test pass=warp-reductions -arch=sm_80
// Sums, then a maximum of sums: no one reduction; and one distance twice is no butterfly.
// count 10: ~shfl.bfly
// not: redux
__global__ void k(int *o) {
  int v = o[threadIdx.x], w = v;
  v += __shfl_xor_sync(~0u, v, 1);
  v += __shfl_xor_sync(~0u, v, 2);
  v += __shfl_xor_sync(~0u, v, 4);
  v += __shfl_xor_sync(~0u, v, 8);
  v = max(v, __shfl_xor_sync(~0u, v, 16));
  w += __shfl_xor_sync(~0u, w, 1);
  w += __shfl_xor_sync(~0u, w, 2);
  w += __shfl_xor_sync(~0u, w, 4);
  w += __shfl_xor_sync(~0u, w, 8);
  w += __shfl_xor_sync(~0u, w, 8);
  o[threadIdx.x] = v + w;
}

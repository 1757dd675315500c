// test pass=warp-reductions -arch=sm_80
// The call reads the last shuffle's result itself too, which the reduction's result is not.
// count 5: ~shfl.bfly
// not: redux
__device__ __noinline__ unsigned both(unsigned t, unsigned sum) { return t * 3 + sum; }
__global__ void k(unsigned *o) {
  unsigned v = o[threadIdx.x];
  v += __shfl_xor_sync(~0u, v, 16);
  v += __shfl_xor_sync(~0u, v, 8);
  v += __shfl_xor_sync(~0u, v, 4);
  v += __shfl_xor_sync(~0u, v, 2);
  unsigned t = __shfl_xor_sync(~0u, v, 1);
  o[threadIdx.x] = both(t, v + t);
}

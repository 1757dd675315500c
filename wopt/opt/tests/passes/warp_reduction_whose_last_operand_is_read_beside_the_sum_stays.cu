// test pass=warp-reductions -arch=sm_80
// One statement reads what the last step combines twice, as its operand and beside the sum: without the chain nobody would make it.
// count 5: ~shfl.bfly
// not: redux
__global__ void k(unsigned *o) {
  unsigned v = o[threadIdx.x];
  v += __shfl_xor_sync(~0u, v, 16);
  v += __shfl_xor_sync(~0u, v, 8);
  v += __shfl_xor_sync(~0u, v, 4);
  v += __shfl_xor_sync(~0u, v, 2);
  unsigned t = __shfl_xor_sync(~0u, v, 1);
  o[threadIdx.x] = (v + t) ^ v;
}

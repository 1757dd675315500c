// test pass=warp-reductions -arch=sm_80
// The statement reads the sum itself twice: nothing else of the chain.
// norun: the interpreter has one thread, and takes each shuffle for an event
// check: ~redux
// not: ~shfl.bfly
__global__ void k(unsigned *o) {
  unsigned v = o[threadIdx.x];
  v += __shfl_xor_sync(~0u, v, 16);
  v += __shfl_xor_sync(~0u, v, 8);
  v += __shfl_xor_sync(~0u, v, 4);
  v += __shfl_xor_sync(~0u, v, 2);
  unsigned t = __shfl_xor_sync(~0u, v, 1);
  o[threadIdx.x] = (v + t) * (v + t) + 5;
}

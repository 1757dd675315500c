// test pass=warp-reductions -arch=sm_80
// norun: the interpreter has one thread, and takes each shuffle for an event
// A store between the shuffles stays before it.
// check: istore
// check: ~redux.add
// check: istore
// count 0: ~shfl
__global__ void k(int *o) {
  int v = o[threadIdx.x];
  v += __shfl_xor_sync(~0u, v, 1);
  v += __shfl_xor_sync(~0u, v, 2);
  o[threadIdx.x + 64] = 3;
  v += __shfl_xor_sync(~0u, v, 4);
  v += __shfl_xor_sync(~0u, v, 8);
  v += __shfl_xor_sync(~0u, v, 16);
  o[threadIdx.x] = v;
}

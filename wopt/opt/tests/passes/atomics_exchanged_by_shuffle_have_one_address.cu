// test pass=atomic-aggregation -arch=sm_80
// norun: the interpreter has one thread, and counts each operation on memory
// What lane 0 tells all is one for the warp, of any shape of blocks.
// count 1: ~vote.ballot
__global__ void k(unsigned *o, unsigned v) {
  unsigned w = __shfl_sync(~0u, threadIdx.x / 32, 0);
  atomicAdd(o + w, v);
}

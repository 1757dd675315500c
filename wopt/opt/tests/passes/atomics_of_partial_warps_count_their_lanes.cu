// test pass=atomic-aggregation -arch=sm_80 --block-dim=10,10
// norun: the interpreter has one thread, and counts each operation on memory
// count 1: ~vote.ballot
// count 1: popc
__global__ void k(unsigned *o, unsigned v) {
  atomicAdd(o + (threadIdx.y * blockDim.x + threadIdx.x) / 32, v);
}

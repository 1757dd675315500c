// test pass=atomic-aggregation -arch=sm_80
// Blocks may have rows that are no multiple of 32.
// not: ~redux
// not: ~bar.warp
__global__ void k(unsigned *o, unsigned v) {
  atomicMax(o + threadIdx.x / 32, v);
}

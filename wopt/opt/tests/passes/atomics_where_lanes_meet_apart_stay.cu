// test pass=atomic-aggregation -arch=sm_80
// not: ~redux
// count 1: ~bar.warp
__global__ void k(unsigned long long *o, unsigned long long v) {
  if (threadIdx.x & 1) __syncwarp(0xaaaaaaaa);
  atomicMax(o, v);
}

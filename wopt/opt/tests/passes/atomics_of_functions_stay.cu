// test pass=atomic-aggregation -arch=sm_80
// Who calls it may do so for some lanes.
// not: ~redux
// not: ~bar.warp
__device__ __noinline__ void add(unsigned long long *o, unsigned long long v) {
  atomicMax(o, v);
}
__global__ void k(unsigned long long *o, unsigned long long v) {
  if (threadIdx.x & 1) add(o, v);
}

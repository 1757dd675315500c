// test pass=atomic-aggregation -arch=sm_80
// not: ~redux
// not: ~bar.warp
__global__ void k(unsigned long long *o, const unsigned long long *a) {
  o[threadIdx.x + 9] = atomicAdd(o, a[threadIdx.x]);
  o[threadIdx.x + 99] = atomicExch(o + 1, a[threadIdx.x]);
}

// test pass=atomic-aggregation -arch=sm_80
// not: ~redux
// not: ~bar.warp
__global__ void k(unsigned long long *o, unsigned long long v) {
  atomicMax_system(o, v);
}

// test pass=atomic-aggregation -arch=sm_80 --block-dim=64
// not: ~redux
// not: ~bar.warp
__global__ void k(unsigned long long *o, const unsigned *a) {
  atomicMax(o + threadIdx.x / 16, 5ull);
  atomicAdd(o + a[threadIdx.x], (unsigned long long)threadIdx.x);
}

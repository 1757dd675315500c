// test pass=atomic-aggregation -arch=sm_80
// not: ~redux
// not: ~bar.warp
__global__ void k(unsigned long long *o, const unsigned long long *a, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicMax(o, a[i]);
}

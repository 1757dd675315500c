// test pass=atomic-aggregation -arch=sm_80
// not: ~redux
// not: ~bar.warp
__global__ void k(unsigned long long *o, const unsigned long long *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(o, a[i]);
}

// test pass=atomic-aggregation -arch=sm_80
// Lane 0 may have gone.
// not: ~redux
// not: ~bar.warp
__global__ void k(unsigned long long *o, const unsigned long long *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (a[i] == 7) return;
  atomicMax(o, a[i]);
}

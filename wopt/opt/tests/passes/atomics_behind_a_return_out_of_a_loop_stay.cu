// test pass=atomic-aggregation -arch=sm_80
// not: ~redux
// not: ~bar.warp
__global__ void k(unsigned long long *o, const unsigned long long *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[threadIdx.x + i] == 3) return;
  atomicMax(o, a[threadIdx.x]);
}

// test pass=atomic-aggregation -arch=sm_80
// Who left does not come to the next round's.
// not: ~redux
// not: ~bar.warp
__global__ void k(unsigned long long *o, const unsigned long long *a, int n) {
  for (int i = 0; i < n; i++) {
    atomicMax(o, a[threadIdx.x + i]);
    if (a[threadIdx.x * 2 + i] == 0) break;
  }
}

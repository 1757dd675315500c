// test pass=atomic-aggregation -arch=sm_80 --block-dim=64
// With the shape of blocks ptxas sees the number of the warp in them.
// not: ~redux
// not: ~bar.warp
// not: ~vote
__global__ void k(unsigned *o, unsigned long long *w, unsigned v, const unsigned *a) {
  atomicAdd(o, v);
  atomicAdd(o + blockIdx.x, a[threadIdx.x]);
  atomicMax(o + 1, a[threadIdx.x]);
  o[threadIdx.x + 9] = atomicAdd(o + 2, v);
  w[threadIdx.x + 9] = atomicAdd(w, (unsigned long long)v);
  atomicAdd(o + 70 + threadIdx.x / 32, v);
}

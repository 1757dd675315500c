// test pass=atomic-aggregation -arch=sm_80
// Who finds the second value has to find what each lane did before.
// not: ~redux
// not: ~bar.warp
__global__ void k(unsigned long long *o, unsigned long long v) {
  o[threadIdx.x + 2] = v;
  __threadfence();
  atomicMax(o, v);
}

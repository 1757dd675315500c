// test pass=atomic-aggregation -arch=sm_80
// Lane 3 goes on when another has added: that must not wait for lane 3.
// not: ~redux
// not: ~bar.warp
__global__ void k(unsigned long long *o, volatile unsigned *flag, unsigned long long v) {
  if (threadIdx.x == 3)
    while (*flag == 0) ;
  atomicMax(o, v);
}

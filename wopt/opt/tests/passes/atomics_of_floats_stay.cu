// test pass=atomic-aggregation -arch=sm_80
// not: ~redux
// not: ~bar.warp
__global__ void k(float *o, double *d, float v) {
  atomicAdd(o, v);
  atomicAdd(d, (double)v);
  atomicExch(o + 1, v);
}

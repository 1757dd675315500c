// test pass=warp-reductions -arch=sm_80
// Rounding is in the order of the source.
// count 5: ~shfl.bfly
// not: redux
__global__ void k(float *o) {
  float v = o[threadIdx.x];
  for (int m = 16; m > 0; m /= 2) v += __shfl_xor_sync(0xffffffffu, v, m);
  o[threadIdx.x] = v;
}

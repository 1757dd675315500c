// test pass=warp-reductions -arch=sm_75
// The target has no such instruction.
// count 5: ~shfl.bfly
// not: redux
__global__ void k(int *o) {
  int v = o[threadIdx.x];
  for (int m = 16; m > 0; m /= 2) v += __shfl_xor_sync(0xffffffffu, v, m);
  o[threadIdx.x] = v;
}

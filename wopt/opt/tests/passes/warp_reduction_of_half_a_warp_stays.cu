// test pass=warp-reductions -arch=sm_80
// Without the shuffle by 16 each half has a sum of its own; by a mask of some lanes, or in a width of 16, it is no warp's either.
// count 18: ~shfl.bfly
// not: redux
__global__ void k(int *o, unsigned lanes) {
  int v = o[threadIdx.x], w = v, u = v;
  for (int m = 8; m > 0; m /= 2) v += __shfl_xor_sync(0xffffffffu, v, m);
  for (int m = 16; m > 0; m /= 2) w += __shfl_xor_sync(lanes, w, m);
  for (int m = 16; m > 0; m /= 2) u += __shfl_xor_sync(0xffffffffu, u, m, 16);
  for (int m = 8; m > 0; m /= 2) v += __shfl_xor_sync(0x7fffffffu, v, m);
  o[threadIdx.x] = v + w + u;
}

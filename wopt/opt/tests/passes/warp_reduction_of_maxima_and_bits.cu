// test pass=warp-reductions -arch=sm_90
// norun: the interpreter has one thread, and takes each shuffle for an event
// The smaller distances first; of maxima the signs matter.
// check: ~redux.max U4
// check: ~redux.min I4
// check: ~redux.or
// count 0: ~shfl.bfly
__global__ void k(unsigned *o) {
  unsigned v = o[threadIdx.x], w = o[threadIdx.x + 32];
  int s = v;
#pragma unroll
  for (int m = 1; m < 32; m *= 2) v = max(v, __shfl_xor_sync(~0u, v, m));
#pragma unroll
  for (int m = 1; m < 32; m *= 2) s = min(__shfl_xor_sync(~0u, s, m), s);
#pragma unroll
  for (int m = 1; m < 32; m *= 2) w |= __shfl_xor_sync(~0u, w, m);
  o[threadIdx.x] = v + s + w;
}

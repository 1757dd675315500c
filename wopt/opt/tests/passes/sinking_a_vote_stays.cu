// test pass=sinking
// All lanes of the warp take part in it.
// check: ~shfl
// check: (branch
__global__ void k(int *o, int *p, int n) {
  int v = __shfl_xor_sync(0xffffffff, n + (int)threadIdx.x, 1);
  if (n > 5) { o[threadIdx.x] = v; o[threadIdx.x + 64] = v * v; }
}

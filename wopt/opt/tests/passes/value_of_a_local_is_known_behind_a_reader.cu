// test pass=value-numbering --passes=-unrolling
// The callee reads the array and gives its address to nobody: what was read before the call, and before the barrier, is known.
// check: mu(
// count 1: (ivar I4 local (lda %1 0) 0
__device__ __noinline__ int reads(const int *p, int k) { return p[k & 3]; }
__global__ void k(int *o) {
  int a[4];
  for (int i = 0; i < 4; i++) a[i] = o[i];
  o[4] = a[0];
  o[5] = reads(a, o[6]);
  __syncthreads();
  o[7] = a[0];
}

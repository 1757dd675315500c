// test pass=value-numbering --passes=-unrolling
// The callee writes the array: its elements are loaded again behind the call, and known behind the barrier.
// check: (ivar I4 local (lda %1 0) 0
// check: (call
// check: (ivar I4 local (lda %1 0) 0
// count 2: (ivar I4 local (lda %1 0) 0
__device__ __noinline__ void writes(int *p, int k) { p[k & 3] = k; }
__global__ void k(int *o) {
  int a[4];
  for (int i = 0; i < 4; i++) a[i] = o[i];
  o[4] = a[0];
  writes(a, o[6]);
  o[5] = a[0];
  __syncthreads();
  o[7] = a[0];
}

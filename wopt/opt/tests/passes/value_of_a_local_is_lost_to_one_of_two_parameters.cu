// test pass=value-numbering --passes=-unrolling
// One object in two places of a call, read through one and written through the other.
// count 2: (ivar I4 local (lda %1 0) 0
__device__ __noinline__ int both(const int *from, int *to, int k) { to[k & 3] = from[k + 1 & 3]; return from[0]; }
__global__ void k(int *o) {
  int a[4];
  for (int i = 0; i < 4; i++) a[i] = o[i];
  o[4] = a[0];
  o[5] = both(a, a, o[6]);
  o[7] = a[0];
}

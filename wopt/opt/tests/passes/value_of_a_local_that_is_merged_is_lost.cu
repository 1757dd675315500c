// test pass=value-numbering --passes=-unrolling
// Which of two objects is passed is not known, so both are written.
// count 2: (ivar I4 local (lda %1 0) 0
// count 2: (ivar I4 local (lda %2 0) 0
__device__ __noinline__ void writes(int *p, int k) { p[k & 3] = k; }
__global__ void k(int *o) {
  int a[4], b[4];
  for (int i = 0; i < 4; i++) { a[i] = o[i]; b[i] = o[i + 4]; }
  o[8] = a[0];
  o[9] = b[0];
  writes(o[10] ? a : b, o[11]);
  o[12] = a[0];
  o[13] = b[0];
}

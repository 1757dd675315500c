// test pass=value-numbering --passes=-unrolling
// The first callee stores the address and writes nothing else: the element is known behind it. The second, which is given
// nothing, writes there; the third stores the address and writes through it; a barrier too may let it be written.
// count 3: (ivar I4 local (lda %1 0) 0
// count 3: (ivar I4 local (lda %2 0) 0
// check: (call
// not: (ivar I4 local (lda %1 0) 0
// check: (call
// check: (ivar I4 local (lda %1 0) 0
// check: ~bar.sync
// check: (ivar I4 local (lda %1 0) 0
// check: (call
// check: (ivar I4 local (lda %2 0) 0
// check: ~bar.sync
// check: (ivar I4 local (lda %2 0) 0
__device__ int *sink;
__device__ __noinline__ void leaks(int *p) { sink = p; }
__device__ __noinline__ void follows(int k) { *sink = k; }
__device__ __noinline__ void both(int *p, int k) { sink = p; *p = k; }
__global__ void k(int *o) {
  int a[4], b[4];
  for (int i = 0; i < 4; i++) { a[i] = o[i]; b[i] = o[i + 4]; }
  o[8] = a[0];
  o[9] = b[0];
  leaks(a);
  o[10] = a[0];
  follows(o[11]);
  o[12] = a[0];
  __syncthreads();
  o[13] = a[0];
  both(b, o[14]);
  o[15] = b[0];
  __syncthreads();
  o[16] = b[0];
}

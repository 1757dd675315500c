// test pass=ssa -fno-promote-arguments
// The reader reads the array's version, the writer makes the next one; neither who looks at the address alone nor the barrier
// knows of it.
// check: chi({first}
// check: =1 (v2.1) {address})
// check: =2 (v4.1) {address} mu({first}))
// check: =3 () {address} chi({second} <- {first}))
// next: ~bar.sync V V device ())
// next: (ivar I4 local (lda %1 0) 4 align=4 mu({second}))
__device__ __noinline__ int looks(int *p) { return ((long long)p & 64) != 0; }
__device__ __noinline__ int reads(int *p) { return p[1]; }
__device__ __noinline__ void writes(int *p) { p[1] = 3; }
__global__ void k(int n) {
  int a[4];
  a[n & 3] = n;
  n = looks(a);
  n += reads(a);
  writes(a);
  __syncthreads();
  if (a[1] == n) __trap();
}

// test pass=chosen-addresses..scalar-replacement
// The callee writes through the address.
// check: (stack
// check: ((ivar I4 local (lda
// check: (call
// check: (ivar I4 local (lda
__device__ __noinline__ void sets(int *p) { *p += 1; }
__global__ void k(int *o) {
  int a[2];
  a[0] = o[0];
  sets(a);
  o[1] = a[0];
}

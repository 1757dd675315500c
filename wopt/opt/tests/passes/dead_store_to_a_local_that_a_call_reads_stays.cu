// test pass=dead-stores
// The callee is given the array's address, after the store and before.
// count 2: (istore @
// check: =1:U4 chi
__device__ __noinline__ unsigned f(unsigned *a, unsigned i) { return a[i]; }
__global__ void k(unsigned *p, unsigned i) {
  unsigned a[8];
  a[i & 7] = 1;
  p[0] = f(a, i & 3);
}

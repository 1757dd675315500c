// test pass=dead-stores
// The callee writes the array too, and nobody uses what it may have written: its chi stays, since it reads.
// check: (func ssa "k"
// count 1: =1:U4 chi
__device__ __noinline__ unsigned f(unsigned *a, unsigned i) {
  a[i + 1] += 5;
  return a[i];
}
__global__ void k(unsigned *p, unsigned i) {
  unsigned a[8], b[2];
  a[i & 7] = 1;
  b[0] = i;
  p[0] = f(a, i & 3) + b[0];
}

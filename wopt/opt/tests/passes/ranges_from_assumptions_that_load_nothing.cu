// test pass=range-propagation
// The store is all that touches memory. What would have to be read from memory, or called, is not: it may not be there to be read.
// count 0: assume
// count 1: (ivar I4 global
__device__ int f(int);
__global__ void k(int *p, int n) {
  __builtin_assume(p[n] > 3);
  __builtin_assume(n++ > 3);
  p[0] = n;
}

// test pass=value-numbering
// A callee that stores, volatile, writes: the caller loads again.
// count 2: ) (ivar I4 global
__device__ __noinline__ void put(volatile int *p, int n) { p[n & 3] = n; }
__global__ void k(int *o, int i) {
  int x = o[1];
  put(o, i);
  o[0] = x + o[1];
}

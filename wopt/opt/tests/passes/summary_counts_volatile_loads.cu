// test pass=dead-stores
// A callee that loads, volatile, reads: what the caller stored before it is read.
// count 2: (istore @
// check: =1:U4
// check: (call
// check: =2:U4
__device__ __noinline__ int get(volatile int *p, int n) { return p[n & 3]; }
__global__ void k(int *o, int i) {
  o[1] = 1;
  int x = get(o, i);
  o[1] = 2;
  if (x == 77) __trap();
}

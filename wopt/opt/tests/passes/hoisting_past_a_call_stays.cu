// test pass=hoisting
// A thread that does not come back from the call never came to the product, which promises something.
// count 0: "e"
__device__ __noinline__ void leave(int *p, int n) {
  if (n < 0) __trap();
  p[0] = n;
}
__global__ void k(int *p, int *q, int n) {
  unsigned t = threadIdx.x;
  if (t & 1) {
    leave(p, n);
    p[t] = n * n;
  } else q[t] = n * n;
}

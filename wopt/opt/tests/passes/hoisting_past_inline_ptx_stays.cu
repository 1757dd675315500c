// test pass=hoisting
// A thread may end in the inline PTX, and then never came to the product, which promises something.
// count 0: "e"
__global__ void k(int *p, int *q, int n) {
  unsigned t = threadIdx.x;
  if (t & 1) {
    asm volatile("{ .reg .pred %%q; setp.lt.s32 %%q, %0, 0; @%%q exit; }" ::"r"(n));
    p[t] = n * n;
  } else q[t] = n * n;
}

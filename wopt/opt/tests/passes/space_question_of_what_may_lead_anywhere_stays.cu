// test pass=propagate..space-questions
// A loaded pointer, one of two spaces, one that may be null, a number, a function's own parameter, and parameters' memory.
// count 7: asm @
__device__ __noinline__ int own(const int *p) { return __isShared(p); }
__global__ void k(int **q, int *p, long n) {
  __shared__ int s[8];
  int a[2] = {(int)n, 1};
  p[0] = __isShared(q[0]);
  p[1] = __isLocal(n > 3 ? (void *)s : (void *)a);
  p[2] = __isShared(n > 4 ? (void *)s : nullptr);
  p[3] = __isGlobal((void *)n);
  p[4] = own(s);
  int is;
  asm("{ .reg .pred t; isspacep.param t, %1; selp.u32 %0, 1, 0, t; }" : "=r"(is) : "l"(p));
  p[5] = is;
  asm("{ .reg .pred t; isspacep.shared t, %1; selp.u32 %0, 1, 0, t; }" : "=r"(is) : "l"(s) : "memory");
  p[6] = is;
}

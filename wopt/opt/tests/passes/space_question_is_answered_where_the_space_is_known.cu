// test pass=propagate..space-questions
// An object's address, one in it by an index, a parameter, and a pointer that an object held.
// count 0: asm @
// check: =1011:U4
// check: =2:U4
struct Held { const void *p; };
__device__ const void *of(const Held &h) { return h.p; }
__global__ void k(int *p, int n) {
  __shared__ int s[8];
  int a[2] = {n, n};
  p[0] = __isShared(s + (n & 7)) + 10 * __isLocal(a) + 100 * __isGlobal(&a[n & 1]) + 1000 * __isGlobal(p + 1);
  Held h = {s};
  p[1] = 2 * __isShared(of(h)) + __isLocal(of(h));
}

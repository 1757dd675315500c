// test pass=value-numbering
// What a device function is passed is followed by its callers only.
// count 2: ) (ivar I4
__device__ __noinline__ void f(int *__restrict__ p, int *q) {
  int x = p[0];
  q[0] = 3;
  p[1] = x + p[0];
}
__global__ void k(int *p) { f(p, p + 9); }

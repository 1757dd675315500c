// test pass=read-only-loads
// Who gets the address may store through it.
// count 0: !ro
// check: (ivar I4 global
__device__ __noinline__ void f(int *a) { a[1] = 2; }
__global__ void k(const int *__restrict__ p, int *o) {
  f((int *)p);
  o[0] = p[1];
}

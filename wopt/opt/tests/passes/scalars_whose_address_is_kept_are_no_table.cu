// test pass=chosen-addresses..scalar-replacement
// A call, an atomic and a volatile access may write, and who knows the address may.
// count 4: auto align=16
// count 0: constant align
__device__ __noinline__ void f(int *a) { a[1] = 2; }
__global__ void k(int *p, int **q) {
  int t[] = {5, 4, 3, 7}, u[] = {5, 4, 1, 7}, v[] = {1, 2, 3, 4}, w[] = {1, 2, 3, 5};
  f(t);
  atomicAdd(u + 1, 3);
  *q = v;
  *(volatile int *)w = 7;
  int i = threadIdx.x & 3;
  p[threadIdx.x] = t[i] + u[i] + v[i] + w[i];
}

// test pass=expression-pre
// Volatile accesses, atomics and shuffles stay where they are.
// check: (stid ({r}.1) (U8ADD
// check: (phi
// check: (v10.1) {r}.1 mu
// check: ~shfl
// check: ~atom
__global__ void k(volatile int *v, int *p, int a, int n) {
  int s = 0;
#pragma unroll 1
  for (int i = 0; i < n; i++) {
    s += v[a];
    s += __shfl_xor_sync(0xffffffff, a, 1);
    s += atomicAdd(&p[1], a);
  }
  p[0] = s;
}

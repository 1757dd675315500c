// test pass=global-reassociation --passes=-unrolling
// Two sums are one machine instruction: one of them before the loop would be one more.
// check: (phi
// check: (I4ADD v4.1 (I4ADD
// not: U4ADD
__global__ void k(volatile int *o, int a, int b, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) o[0] = t + a + i + b;
}

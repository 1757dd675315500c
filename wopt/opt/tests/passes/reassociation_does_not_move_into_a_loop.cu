// test pass=global-reassociation --passes=-unrolling
// The inner sum stands before the loop: it is one operand there.
// check: (stid @0:8:7+1 ({t}) (I4ADD v2.1 v4.1))
// check: (phi
// check: {t}
// not: (U4ADD (U4ADD
__global__ void k(volatile int *o, int a, int b, int n) {
  int t = a + b;
  for (int i = 0; i < n; i++) o[0] = t + i;
}

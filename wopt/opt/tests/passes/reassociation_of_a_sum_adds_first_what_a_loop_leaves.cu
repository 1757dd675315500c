// test pass=global-reassociation --passes=-unrolling
// The loop changes i and what it loads: the other three are one operand, of which b + a is the same for all threads. Four sums in a round would be two
// machine instructions, two are one.
// check: (phi
// check: (U4ADD (U4ADD v9.2 (U4ADD v8.1 (U4ADD v2.1 v4.1))) v11.1)
__global__ void k(volatile int *o, int a, int b, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) o[0] = i + a + o[1] + t + b;
}

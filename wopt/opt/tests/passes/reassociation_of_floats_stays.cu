// test pass=global-reassociation --passes=-unrolling
// Rounding is in the order of the source, and of minima the zeros.
// count 2: F4ADD
// count 3: F4MAX
// check: (phi
// check: F4ADD v4.1 (F4ADD
__global__ void k(volatile float *o, float a, float b, int n) {
  for (int i = 0; i < n; i++) o[0] = a + o[1] + b;
  o[2] = fmaxf(a, b);
  o[3] = fmaxf(fmaxf(b, o[4]), a);
}

// test pass=hoisting
// Both arms set the variable, and would still.
// count 0: "e"
__global__ void k(volatile unsigned *p, unsigned n) {
  unsigned i = threadIdx.x, t = i;
  if (t & 1) { p[0] = i; i += n; p[1] = i; }
  else { i += n; p[2] = i; }
  p[i] = t;
}

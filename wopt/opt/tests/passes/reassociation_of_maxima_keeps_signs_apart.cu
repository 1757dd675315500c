// test pass=global-reassociation
// An unsigned maximum is no signed one, and a minimum no maximum.
// check: (U4MAX v2.1 v4.1)
// check: (I4MIN v2.1 v4.1)
// check: (I4MAX v2.1 (I4MAX v6.1 v4.1))
__global__ void k(volatile int *o, int a, int b, int c) {
  o[0] = (int)max((unsigned)a, (unsigned)b);
  o[1] = min(a, b);
  o[2] = max(max(b, c), a);
}

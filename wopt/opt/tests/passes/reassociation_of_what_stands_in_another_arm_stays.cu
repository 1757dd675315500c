// test pass=global-reassociation --passes=-hoisting
// The arm's maximum does not dominate.
// check: (I4MAX v2.1 v4.1)
// check: (phi
// check: (I4MAX v2.1 (I4MAX v6.1 v4.1))
__global__ void k(volatile int *o, int a, int b, int c) {
  if (c > 7) o[0] = max(a, b);
  o[1] = max(max(b, c), a);
}

// test pass=global-reassociation
// The larger of a and b stands before: c alone is to be compared with it.
// check: (let {m} (I4MAX v2.1 v4.1))
// check: (I4MAX v6.1 {m})
// count 2: I4MAX
__global__ void k(volatile int *o, int a, int b, int c) {
  o[0] = max(a, b);
  o[0] = max(max(b, c), a);
}

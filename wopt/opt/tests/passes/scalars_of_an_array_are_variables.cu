// test pass=chosen-addresses..scalar-replacement
// Elements at constant places are variables, merged where paths meet; nothing of the array stays in memory.
// not: (stack
// not: local (lda
// check: (phi v
// not: local (lda
__global__ void k(int *o) {
  int a[4];
  a[0] = o[0];
  a[3] = o[1];
  if (o[2] > 0) a[0] = o[3];
  o[4] = a[0] * 3 + a[3];
}

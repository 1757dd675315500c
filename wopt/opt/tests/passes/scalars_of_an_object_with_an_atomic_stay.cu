// test pass=chosen-addresses..scalar-replacement
// An atomic is of memory.
// check: (stack
// check: ((ivar U4 local (lda
// check: ~atom.add
__global__ void k(unsigned *o) {
  unsigned a[2];
  a[0] = o[0];
  atomicAdd(a, 3u);
  o[1] = a[0];
}

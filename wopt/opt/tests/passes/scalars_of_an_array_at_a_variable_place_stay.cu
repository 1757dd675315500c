// test pass=chosen-addresses..scalar-replacement
// A place that is not known may be any: all of the array stays.
// check: (stack
// count 2: ((ivar I4 local (lda
__global__ void k(int *o) {
  int a[4];
  a[0] = o[0];
  a[1] = o[1];
  o[2] = a[o[3] & 1];
}

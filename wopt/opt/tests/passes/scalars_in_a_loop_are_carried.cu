// test pass=chosen-addresses..scalar-replacement --passes=-unrolling
// What one round writes, the next reads.
// not: (stack
// check: (phi v
// not: local (lda
__global__ void k(int *o) {
  int a[2];
  a[0] = o[0];
  a[1] = 1;
  for (int i = 0; i < 5; i++) {
    int t = a[1];
    a[1] = a[0] + t;
    a[0] = t;
  }
  o[1] = a[1];
}

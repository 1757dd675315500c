// test pass=narrow-addresses
// A constant place is the object's name and an offset.
// check: shared (lda $0 0) 8
__global__ void k(int *o) {
  __shared__ int m[32];
  m[2] = o[1];
  o[0] = m[2];
}

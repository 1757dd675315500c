// test pass=chosen-addresses..scalar-replacement
// What an inlined function writes through its pointers are variables.
// not: (stack
// not: local (lda
// check: (return
__device__ void divide(int a, int b, int *q, int *r) { *q = a / b; *r = a - *q * b; }
__global__ void k(int *o) {
  int q, r;
  divide(o[0], o[1] | 1, &q, &r);
  o[2] = q;
  o[3] = r;
}

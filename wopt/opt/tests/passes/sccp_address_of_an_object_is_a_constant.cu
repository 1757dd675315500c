// test pass=sccp
// check: shared (lda
// count 0: F4 shared v
__global__ void k(float *q, unsigned n) {
  __shared__ float s[8], t[8];
  float *p = s;
  unsigned other = 0;
  for (unsigned i = 0; i < n; i++) {
    *p = q[i];
    if (other) p = t;
  }
}

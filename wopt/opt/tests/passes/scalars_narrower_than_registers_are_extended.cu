// test pass=chosen-addresses..scalar-replacement
// What is stored is cut to the type of each load: a byte with and without sign, a short.
// not: local (lda
// check: (I4I1CVTL
// check: (U4U1CVTL
// check: (I4I2CVTL
// not: local (lda
__device__ void set(unsigned char *b, short *h, int *o) { *b = o[0]; *h = o[1]; }
__device__ int sign(const signed char *b) { return *b; }
__device__ int zero(const unsigned char *b) { return *b; }
__device__ int half(const short *h) { return *h; }
__global__ void k(int *o) {
  unsigned char b;
  short h;
  set(&b, &h, o);
  o[2] = sign((signed char *)&b);
  o[3] = zero(&b);
  o[4] = half(&h);
}

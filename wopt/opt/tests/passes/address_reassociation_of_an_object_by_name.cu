// test pass=address-reassociation
// Ranges say that t is 0 in the arm: the address that the compound assignment holds is a place of the array, and the accesses name it.
// count 2: (ivar U4 shared (lda $0 0) 12
// count 1: (ivar U4 shared (lda $0 0) 16
__global__ void k(unsigned *out, unsigned v) {
  __shared__ unsigned s[8];
  int t = threadIdx.x;
  s[t & 7] = v;
  __syncthreads();
  if (t < 1)
  {
    unsigned *p = &s[2 * t + 3];
    *p += v;
    p[1] = v;
  }
  __syncthreads();
  out[t] = s[t & 7];
}

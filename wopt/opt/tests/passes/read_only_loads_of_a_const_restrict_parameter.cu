// test pass=read-only-loads --passes=-unrolling
// Through sums and the merges of a loop the address comes from the parameter; no other load is told to be read-only.
// count 2: !ro
// check: !ro
// check: phi
// check: !ro
__global__ void k(float *o, const float *__restrict__ p, const float *q, int n) {
  float s = p[threadIdx.x];
  for (int i = 0; i < n; i++, p += 32) s += *p * q[i];
  o[threadIdx.x] = s;
}

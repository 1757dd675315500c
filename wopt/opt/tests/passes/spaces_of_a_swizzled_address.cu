// test pass=memory-spaces-2..memory-classes
// Low bits of an address change, and not where it leads.
// not: (ivar F4 generic
// check: (U8BXOR
// check: (ivar F4 shared
__global__ void k(float *o, int n) {
  __shared__ float a[1024];
  a[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  float *p = o + n;
  float s = *p;
  p = (float *)((unsigned long long)(a + n) ^ (unsigned long long)((threadIdx.x & 7) << 4));
  o[0] = s + *p;
}

// test pass=memory-spaces-2..memory-classes
// Bit 12 may be part of where the window begins; so may what is not known.
// count 2: (ivar F4 generic
__global__ void k(float *o, int n, int m) {
  __shared__ float a[1024];
  a[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  float *p = (float *)((unsigned long long)(a + (n & 3)) ^ (m & 4096 & (m << 1) & ~m));
  float s = *p;
  p = (float *)((unsigned long long)(a + (n & 3)) & ~(unsigned long long)(m & 8192 & (m << 1) & ~m));
  o[0] = s + *p;
}

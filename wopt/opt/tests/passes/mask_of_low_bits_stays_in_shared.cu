// test pass=memory-spaces
// What changes low bits of a shared address alone is a shared address, made in that form; from bit 12 on nothing is known.
// check: (ivar F4 shared (U8BAND
// check: (ivar F4 generic (U8BAND
__global__ void k(float *o, int n) {
  __shared__ float a[64];
  a[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[1] = *(float *)((unsigned long long)(a + n) & ~63ull);
  if (n < 0) o[2] = *(float *)((unsigned long long)(a + n) & ~8191ull);
}

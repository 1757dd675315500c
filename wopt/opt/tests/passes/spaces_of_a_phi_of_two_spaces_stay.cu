// test pass=memory-spaces-2..memory-classes
// One version is a pointer into either: its accesses stay generic.
// count 2: (ivar F4 generic
__global__ void k(float *o, int n) {
  __shared__ float a[64];
  a[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  float *p = a;
  if (n > 7) p = o + n;
  p[0] = p[1] + 1;
}

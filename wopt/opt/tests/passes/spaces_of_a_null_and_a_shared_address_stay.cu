// test pass=memory-spaces-2..memory-classes
// The generic null is an address of global memory, and none of shared memory: the test of the pointer would come out wrong.
// check: (ivar F4 generic
__global__ void k(float *o, int n) {
  __shared__ float a[64];
  a[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  float *p = o;
  o[1] = *p;
  p = 0;
  if (n > 7) p = a;
  if (n > 5 && p) o[2] = *p;
}

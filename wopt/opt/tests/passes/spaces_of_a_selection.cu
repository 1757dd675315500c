// test pass=memory-spaces-2..memory-classes
// Two versions of one pointer, selected from in each space's form.
// check: SELECT
// check: (ivar F4 shared
// not: (ivar F4 generic
__global__ void k(float *o, int n) {
  __shared__ float a[64], b[64];
  a[threadIdx.x] = o[threadIdx.x];
  b[threadIdx.x] = o[threadIdx.x + 64];
  __syncthreads();
  float *p = o + n;
  float s = *p;
  p = (n > 3 ? a : b) + threadIdx.x;
  o[0] = s + *p;
}

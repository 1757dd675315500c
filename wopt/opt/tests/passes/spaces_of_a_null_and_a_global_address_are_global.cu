// test pass=memory-spaces-2..memory-classes
// A null pointer is the same number in global memory.
// check: (phi {p} 
// check: (ivar F4 global {p} 0
// count 0: (ivar F4 generic
__global__ void k(float *o, int n) {
  __shared__ float a[64];
  a[threadIdx.x] = o[threadIdx.x];
  float *p = a + n;
  o[1] = *p;
  p = 0;
  if (n > 7) p = o + n;
  if (n > 5 && p) o[2] = *p;
}

// test pass=memory-spaces-2..memory-classes
// The version that the first loop carries is an address of shared memory, the other one of global memory.
// check: (phi v15.1 v15.2 v15.3)
// check: (ivar F4 shared v15.1 0
// check: (ivar F4 global
// count 0: (ivar F4 generic
__global__ void k(float *o, int n) {
  __shared__ float a[64];
  a[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  float *p = a;
  float s = 0;
  for (int i = 0; i < n; i++) {
    s += *p;
    p += 3;
  }
  p = o;
  for (int i = 0; i < n; i++) {
    s += *p;
    p += 5;
  }
  o[0] = s;
}

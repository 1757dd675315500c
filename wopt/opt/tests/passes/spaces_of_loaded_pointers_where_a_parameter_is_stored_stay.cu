// test pass=memory-spaces-2..memory-classes
// norun: no input has pointers in memory
// Who calls it may give an address of shared memory.
// count 1: ivar F4 generic
__device__ float *kept[4];
__device__ __noinline__ void keep(float *p, int k) { kept[k] = p; }
__global__ void k(float *o) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  keep(s, threadIdx.x & 3);
  o[0] = *kept[1];
}

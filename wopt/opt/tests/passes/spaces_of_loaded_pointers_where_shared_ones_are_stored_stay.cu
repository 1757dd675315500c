// test pass=memory-spaces-2..memory-classes
// What is loaded may be what the other statement stored.
// count 1: ivar F4 generic
__device__ float *kept[4];
__global__ void k(float *o) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  kept[threadIdx.x & 3] = &s[threadIdx.x];
  o[0] = *kept[1];
}

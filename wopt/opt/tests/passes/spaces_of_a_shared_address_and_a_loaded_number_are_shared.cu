// test pass=memory-spaces-2..memory-classes
// What is loaded is the number here.
// count 1: ivar F4 shared
__global__ void k(float *o, const long *at, float *p, int n) {
  __shared__ char s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  char *q = n > 3 ? s + 4 : s + 8;
  o[0] = *(float *)(q + at[0]);
}

// test pass=dead-stores
// Others read it behind the barrier, or behind a fence, or in step.
// count 7: (istore @
__global__ void k(unsigned *p, unsigned *q, unsigned *r) {
  __shared__ unsigned s[32];
  s[threadIdx.x] = 1;
  __syncthreads();
  s[threadIdx.x] = 2;
  p[0] = 3;
  __threadfence();
  p[0] = 4;
  q[0] = 5;
  __syncwarp();
  q[0] = 6;
  r[threadIdx.x] = s[threadIdx.x ^ 1];
}

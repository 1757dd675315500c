// test pass=full-unrolling
// Copies of a barrier are run one behind the other, as the barrier was.
// count 3: ~bar.sync
__global__ void k(int *p) {
  __shared__ int s[64];
  for (int i = 0; i < 3; i++) {
    s[threadIdx.x] = i;
    __syncthreads();
    p[threadIdx.x] += s[63 - threadIdx.x];
  }
}

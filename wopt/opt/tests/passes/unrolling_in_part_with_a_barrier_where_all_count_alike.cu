// test pass=partial-unrolling
// All threads of all blocks go to one bound: an iteration is in one copy for all of them.
// count 5: ~bar.sync
__global__ void k(int *p, int n) {
  for (int i = blockIdx.x; i < n; i++) {
    p[threadIdx.x] += i;
    __syncthreads();
  }
}

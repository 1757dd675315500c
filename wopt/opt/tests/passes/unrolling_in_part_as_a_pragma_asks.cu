// test pass=partial-unrolling
// Nine iterations are three times three: nothing is left for a loop behind, and the barrier may be copied.
// count 3: ~bar.sync
// count 1: (branch
__global__ void k(int *p) {
#pragma unroll 3
  for (int i = 0; i < 9; i++) {
    p[threadIdx.x] += i;
    __syncthreads();
  }
}

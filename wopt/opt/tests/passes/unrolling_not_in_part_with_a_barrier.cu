// test pass=partial-unrolling
// Threads with different counts meet at one barrier in the loop; they would not at five.
// count 1: ~bar.sync
__global__ void k(int *p, int n) {
  for (int i = 0; i < n; i++) {
    p[threadIdx.x] += i;
    __syncthreads();
  }
}

// test pass=partial-unrolling
// Threads with different counts meet at one barrier in the loop; they would not at five. What is loaded may differ.
// count 1: ~bar.sync
__global__ void k(int *p, const int *q) {
  int n = q[3] & 7;
  for (int i = 0; i < n; i++) {
    p[threadIdx.x] += i;
    __syncthreads();
  }
}

// test pass=full-unrolling
// Threads that leave early do so in each copy: as many branches as iterations.
// count 3: (branch
__global__ void k(int *p, int n) {
  int i = threadIdx.x;
  for (int k = 0; k < 3; k++) {
    if (p[i + k] == n) break;
    p[i + k] = 0;
  }
}

// test pass=partial-unrolling
// Threads begin with numbers of their own: those in one iteration are in different copies.
// count 1: ~shfl.bfly
__global__ void k(int *p, int n) {
  int s = n;
  for (int i = threadIdx.x >> 5; i < n; i++) s += __shfl_xor_sync(0xffffffff, s, 1);
  p[threadIdx.x] = s;
}

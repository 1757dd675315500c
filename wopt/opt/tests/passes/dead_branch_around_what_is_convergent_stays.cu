// test pass=dead-code
// Who takes part is decided by each of the branches.
// count 3: (branch
__global__ void k(unsigned *p, unsigned n) {
  unsigned x = 1, y;
  if (n > 3) __syncthreads();
  if (p[n] > 5) x = __activemask();
  if (p[n] > 7) y = __shfl_sync(x, n, 1);
}

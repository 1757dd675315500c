// test pass=full-unrolling
// A recurrence that only folding follows; each of the five shuffles is come to by all that came to the loop.
// not: (phi
// count 5: ~shfl.down
__global__ void k(int *p) {
  int v = p[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  p[threadIdx.x] = v;
}

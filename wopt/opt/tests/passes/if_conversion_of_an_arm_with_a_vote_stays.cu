// test pass=if-conversion
// The threads that vote are those for which the condition holds; so too for what tells which they are, for a shuffle, and behind a barrier.
// count 4: (branch
// count 0: SELECT
__global__ void k(unsigned *p, unsigned i) {
  unsigned x = 0, y = 0, z = 0;
  if (i & 1) x = __ballot_sync(15, i);
  if (i & 2) y = __activemask();
  if (i & 4) z = __shfl_xor_sync(15, i, 1);
  if (i & 8) __syncthreads();
  p[0] = x + y + z;
}

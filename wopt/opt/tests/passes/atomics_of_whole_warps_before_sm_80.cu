// test pass=atomic-aggregation -arch=sm_70 --block-dim=16,4
// norun: the interpreter has one thread, and counts each operation on memory
// No lane is missing: nothing is selected, and nobody counted.
// count 5: ~shfl.down
// not: SELECT
// not: ~vote
__global__ void k(unsigned *o, const unsigned *a) {
  unsigned t = threadIdx.y * blockDim.x + threadIdx.x;
  atomicXor(o + t / 32, a[t]);
}

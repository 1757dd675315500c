// test pass=atomic-aggregation -arch=sm_80 --block-dim=16,6
// norun: the interpreter has one thread, and counts each operation on memory
// The address is one for the warp, which ptxas does not see. Lanes find the leader's old value and what those below add; 96 threads are whole warps.
// count 2: ~redux
// count 1: ~shfl.idx
// not: ~vote
// check: (U4MPY v2.1 =32:U4)
__global__ void k(unsigned *o, unsigned v, const unsigned *a) {
  unsigned t = threadIdx.y * blockDim.x + threadIdx.x;
  unsigned *at = o + t / 32;
  o[t + 100] = atomicAdd(at, v);
  atomicMax(at + 8, a[t]);
  atomicAdd(at + 16, a[t]);
  atomicAdd(at + 24, v);
}

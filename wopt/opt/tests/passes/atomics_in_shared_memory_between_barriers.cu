// test pass=atomic-aggregation -arch=sm_80
// norun: the interpreter has one thread, and counts each operation on memory
// A barrier of the block is one of the warp: none is added. Behind the second there is nothing to wait for.
// not: ~bar.warp.sync
// count 2: ~redux
__global__ void k(unsigned long long *o, const unsigned long long *a) {
  __shared__ unsigned long long most;
  unsigned long long v = a[threadIdx.x];
  if (threadIdx.x == 0) most = 0;
  __syncthreads();
  atomicMax(&most, v);
  __syncthreads();
  o[threadIdx.x] = most;
}

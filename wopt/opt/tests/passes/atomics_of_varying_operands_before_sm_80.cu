// test pass=atomic-aggregation -arch=sm_75
// norun: the interpreter has one thread, and counts each operation on memory
// By shuffles, in shared memory alone: there it is a loop else. Of a maximum a lane that has none above it takes its own twice; of a sum nothing.
// count 20: ~shfl.down
// count 5: (U8SELECT
// count 5: (I8MAX
// count 1: ~laneid
__global__ void k(unsigned long long *o, const unsigned long long *a) {
  __shared__ unsigned long long s[2];
  s[threadIdx.x & 1] = 0;
  __syncthreads();
  atomicAdd(o, a[threadIdx.x]);
  atomicAdd(&s[0], a[threadIdx.x]);
  atomicMax((long long *)&s[1], (long long)a[threadIdx.x]);
  __syncthreads();
  o[threadIdx.x + 1] = s[threadIdx.x & 1];
}

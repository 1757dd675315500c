// test pass=load-pre --passes=-unrolling
// Behind a barrier another thread's store may be there.
// not: ) (ivar I4 shared
// check: (phi
// check: ) (ivar I4 shared
// check: bar.sync
__global__ void k(int *__restrict__ out, int n) {
  __shared__ int flag;
  int s = 0;
  for (int j = 0; j < n; j++) {
    s += flag;
    __syncthreads();
  }
  out[threadIdx.x] = s;
}

// test pass=load-pre
// Both loads are of one place, and between them another thread may store there: neither reads the other's, nor is the second one's
// moved into the arms before the barrier.
// count 2: ) (ivar I4 shared
// check: ) (ivar I4 shared
// check: bar.sync
// check: ) (ivar I4 shared
__global__ void k(int *__restrict__ out, int n) {
  __shared__ int flag;
  int s = flag;
  if (n)
    out[0] = 1;
  __syncthreads();
  out[threadIdx.x] = s + flag;
}

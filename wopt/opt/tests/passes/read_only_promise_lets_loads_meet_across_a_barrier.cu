// test pass=value-numbering
// Nobody changes it: the load behind the barrier is the one before it. 
// count 1: *p
// count 1: (ivar I4 global
// check: bar.sync
__global__ void k(const int *__restrict__ p, volatile int *o, int n) {
  o[0] = p[n];
  __syncthreads();
  o[1] = p[n];
}

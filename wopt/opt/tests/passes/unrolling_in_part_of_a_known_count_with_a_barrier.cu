// test pass=partial-unrolling
// norun: other threads are awaited
// All threads run 19 times eight iterations and then seven: those that come to an iteration together come to one copy of the barrier.
// count 9: ~bar.sync
// check: =152:U4) bb
__global__ void k(int *p) {
  for (int i = 0; i < 159; i++) {
    p[threadIdx.x * 4] += p[i * 8 + 3] * p[i + 77] + p[i * 3 + 9] * i;
    __syncthreads();
  }
}

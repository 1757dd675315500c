// test pass=sinking
// It is executed as often as the source says; so is an atomic.
// check: (volatile-load
// check: ~atom
// check: (branch
__global__ void k(int *o, volatile int *p, int n) {
  int v = p[threadIdx.x], w = atomicAdd(o, 1);
  if (n > 5) { o[threadIdx.x] = v; o[threadIdx.x + 64] = v * w; }
}

// test pass=sinking
// Neither past a store, nor past a barrier, nor into an arm that stores first may a load go.
// check: (stid @0:8:11
// check: (stid @0:8:31
// check: (istore
// check: (branch
__global__ void k(int *o, int *p, int n) {
  int v = p[threadIdx.x], w = p[threadIdx.x + 1];
  o[0] = n;
  if (n > 5) { o[threadIdx.x] = v; o[threadIdx.x + 64] = v * w * w; }
}

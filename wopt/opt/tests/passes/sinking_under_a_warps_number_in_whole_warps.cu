// test pass=sinking --block-dim=64
// Blocks are whole warps: all lanes of one go one way, and what only that way reads is loaded on it.
// check: (branch
// check: (v6.1) (ivar I4 global
__global__ void k(int *o, const int *p, int n) {
  int v = p[blockIdx.x];
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  if (w < n) o[w] = v;
}

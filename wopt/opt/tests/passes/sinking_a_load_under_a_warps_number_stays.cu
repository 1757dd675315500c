// test pass=sinking
// Nobody says that blocks are whole warps: threads with other numbers of a warp in them may go another way, and a load stays early.
// check: (ivar I4 global
// check: (branch
__global__ void k(int *o, const int *p, int n) {
  int v = p[blockIdx.x];
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  if (w < n) o[w] = v;
}

// test pass=sinking
// A warp mostly comes to both ways: a division is worth moving, a product and a load are not.
// check: (ivar I4 global
// check: (I4MPY
// check: (branch
// check: (I4DIV
__global__ void k(int *o, const int *p, int n) {
  int v = p[threadIdx.x], x = v * 7, y = v / n;
  if (p[threadIdx.x + 64] > 0) { o[threadIdx.x] = x; o[threadIdx.x + 64] = x + v; o[threadIdx.x + 128] = y; o[threadIdx.x + 192] = y * y; }
}

// test pass=sinking
// Read on both ways, behind them, or before the branch: nowhere is one way alone.
// check: (I4MPY v6.1 v4.1)
// check: (I4BXOR
// check: (I4MPY v6.1 =5:U4)
// check: (branch
__global__ void k(int *o, int *p, int n, int m) {
  int v = n * m + 3, w = n ^ m, x = n + m * 5;
  o[7] = x;
  o[8] = w;
  if (n > 5) { o[threadIdx.x] = v * v; o[threadIdx.x + 1] = x * x; }
  else { o[threadIdx.x + 2] = v * v * 3; o[threadIdx.x + 5] = w + w; }
  o[threadIdx.x + 64] = w + 1;
}

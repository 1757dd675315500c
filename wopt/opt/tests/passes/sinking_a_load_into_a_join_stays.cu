// test pass=sinking
// The way there leads through arms, of which one stores.
// check: (ivar I4 global (U8ADD
// check: (branch
// check: (istore
__global__ void k(int *o, int *p, int n, int m) {
  int v = p[threadIdx.x];
  if (n > 3) o[2] = 5;
  if (m > 7) { o[0] = v; o[1] = v * v; }
}

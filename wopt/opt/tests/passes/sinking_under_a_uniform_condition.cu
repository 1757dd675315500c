// test pass=sinking
// All of a warp goes one way: what is read there alone is evaluated and loaded there.
// check: (bb bb2
// check: (ivar I4 global
// check: (I4BXOR
// check: (istore
__global__ void k(int *o, const int *p, int n) {
  int v = p[threadIdx.x], x = (v * 7 + n) ^ v;
  if (n > 5) { o[threadIdx.x] = x; o[threadIdx.x + 64] = x + v; }
}

// test pass=speculation
// The first address is there whoever passes its guard; the others are it and a constant, once straight-line reduction comes.
// count 1: h" 2
// check: (let {a} (U4ADD
// check: (stid ({h}) {a})
// check: (branch
// check: (ivar I4 shared {h} 0
// check: (branch
// check: (ivar I4 shared {a} 4
__global__ void k(const int *c, int i, int j) {
  __shared__ int m[64][71];
  if (c[0]) m[i][j] = 1;
  __syncthreads();
  if (c[1]) m[i][j + 1] = 2;
  __syncthreads();
  if (c[2]) m[i][j + 2] = 3;
}

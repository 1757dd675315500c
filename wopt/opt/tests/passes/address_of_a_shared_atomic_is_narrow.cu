// test pass=narrow-addresses
// check: (at I4 shared 0) (v
// count 1: (U4ADD (U4MPY
__global__ void k(int *o, int i) {
  __shared__ int m[32];
  m[0] = 0; m[1] = 1; m[2] = 2; m[3] = 3;
  o[0] = atomicAdd(&m[i & 3], 2);
}

// test pass=speculation
// What is left under the guards is long, and only one other body would be spared an address: who comes to neither would pay.
// count 0: h" 2
__global__ void k(volatile int *o, const int *c, int i, int j) {
  __shared__ int m[64][71];
  __syncthreads();
  if (c[0]) { m[i][j] = 1; *o = 1; o[1] = 1; o[2] = 2; o[3] = 4; o[4] = 5; }
  __syncthreads();
  if (c[1]) { m[i][j + 1] = 1; *o = 1; o[1] = 1; o[2] = 2; o[3] = 4; o[4] = 5; }
}

// test pass=partial-unrolling
// ptxas unrolls this wholly if it is worth it.
// count 1: (istore
__global__ void k(int *p) {
  for (int i = 0; i < 500; i++) p[i & 63] = i;
}

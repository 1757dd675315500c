// test pass=full-unrolling -O2
// The first loop is left at this level, the second is not.
// count 1: (phi v2
// count 5: (istore
__global__ void k(int *p) {
  for (int i = 0; i < 4; i++) p[i] = i;
#pragma unroll
  for (int j = 0; j < 4; j++) p[j + 8] = j;
}

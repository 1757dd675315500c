// test pass=full-unrolling
// count 3: (istore
// count 1: (phi v2.2
// count 1: (phi v3.2
__global__ void k(int *p) {
#pragma unroll 1
  for (int i = 0; i < 4; i++) p[i] = i;
#pragma nounroll
  for (int j = 0; j < 4; j++) p[j + 8] = j;
  p[20] = 1;
}

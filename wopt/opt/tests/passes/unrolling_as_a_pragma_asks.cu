// test pass=full-unrolling
// As many again, because the source says so.
// not: (phi
// count 200: (istore
__global__ void k(int *p) {
#pragma unroll
  for (int i = 0; i < 200; i++) p[i & 63] = p[(i + 1) & 63] * p[(i + 2) & 63] + i;
}

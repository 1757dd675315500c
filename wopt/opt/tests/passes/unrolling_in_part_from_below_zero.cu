// test pass=partial-unrolling
// From -6 to 5 are twelve iterations, three times four: as signed numbers, and nothing is left for a loop behind.
// count 4: (istore
__global__ void k(int *p) {
#pragma unroll 4
  for (int i = -6; i < 6; i++) p[i + 6] = i;
}

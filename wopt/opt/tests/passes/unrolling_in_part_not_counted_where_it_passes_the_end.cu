// test pass=partial-unrolling
// As unsigned numbers -6 and -3 are below the bound, and 0 is, which is no overflow of an int: the loop goes on to 30. The distance to the
// bound is no number of iterations.
// count 1: (istore
__global__ void k(int *p) {
#pragma unroll 3
  for (int i = -9; (unsigned)i < 0xfffffffeu; i += 3) {
    if (i == 30) break;
    p[i + 9] = i;
  }
}

// test pass=full-unrolling
// Two hundred products are too many, without a pragma.
// check: (phi
// count 1: (istore
__global__ void k(int *p) {
  for (int i = 0; i < 200; i++) p[i & 63] = p[(i + 1) & 63] * p[(i + 2) & 63] + i;
}

// test pass=full-unrolling
// Four iterations are four copies: no phi is left, and each store has its own constant place.
// not: (phi
// check: 0 mu(
// check: 4 mu(
// check: 8 mu(
// check: 12 mu(
// count 4: (istore
__global__ void k(int *p) {
  for (int i = 0; i < 4; i++) p[i] = i * i;
}

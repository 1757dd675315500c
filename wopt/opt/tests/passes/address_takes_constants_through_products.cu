// test pass=propagate
// A product by a constant of an I-form takes its constant's part along, in bytes.
// check: 132 mu(
// check: -128 mu(
// check: 28 mu(
__global__ void k(int *o, const int *p, int i, int j) {
  o[0] = p[(i + 1) * 32 + (j + 1)];
  if (j > 1000)
    o[1] = p[(i - 1) * 32 + j] + p[-(i - 7)];
}

// test pass=address-reassociation
// An unsigned sum keeps its constant.
// count 0:  8 mu(
__global__ void k(int *__restrict__ o, unsigned x, unsigned y, int c) {
  unsigned i = x * y + 2;
  if (c)
    o[i] = c;
}

// test pass=address-reassociation
// The index is stored too: it is there, and the access reads it.
// check: (I8I4CVT v
// count 0:  8 mu(
__global__ void k(int *__restrict__ o, int *__restrict__ p, int x, int y) {
  int i = x * y + 2;
  if (x > y) {
    o[0] = i;
    o[1] = p[i];
  }
}

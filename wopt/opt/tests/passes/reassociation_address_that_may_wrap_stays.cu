// test pass=address-reassociation
// An index that may wrap keeps its constant inside.
// count 0:  128 mu
// count 4: (ivar I4 global
__global__ void k(int *__restrict__ c, unsigned i, int n) {
  c[i] += n;
  c[i + 32] -= n;
}

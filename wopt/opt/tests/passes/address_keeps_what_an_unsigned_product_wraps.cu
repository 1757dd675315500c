// test pass=propagate
// An unsigned sum or product in 32 bits may wrap, and so may a product by what is no constant: none of them is taken apart.
// count 4:  0 mu
// count 0:  4 mu
// count 0:  128 mu
__global__ void k(int *__restrict__ o, const int *__restrict__ p, unsigned i, unsigned j, int n, int m) {
  o[i] = p[(i + 1) * 32 + j];
  o[j] = p[(n + 1) * m];
}

// test pass=range-propagation
// It goes below 0 and around: nothing is decided.
// count 0: =1:B bb
// count 0: =0:B bb
__global__ void k(int *p, unsigned n) {
  for (unsigned i = n; i < 0xfffffff0u; i--) {
    if (i <= n) p[i] = 1;
  }
}

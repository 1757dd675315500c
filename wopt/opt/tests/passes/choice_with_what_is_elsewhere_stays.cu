// test pass=chosen-addresses..scalar-replacement
// Of global memory nothing is read that the source does not read.
// count 1: (stack
// check: (ivar I4 generic
__device__ const int &larger(const int &a, const int &b, int c) { return c ? b : a; }
__global__ void k(int *p, int n) {
  int v = p[1];
  p[0] = larger(p[n], v, n);
}

// test pass=chosen-addresses..scalar-replacement
// What the larger of two references leads to is the larger value: neither object stays in memory, the parameter's neither.
// count 0: (stack
// count 0: local (lda
// check: SELECT
__device__ const int &larger(const int &a, const int &b) { return a < b ? b : a; }
__global__ void k(int *p, int n) {
  int v = p[1];
  p[0] = larger(n, v);
}

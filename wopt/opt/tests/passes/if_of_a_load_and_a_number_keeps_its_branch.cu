// test pass=if-conversion
// Nothing says that the thread may load where it does not.
// count 0: SELECT
// count 1: (branch
__global__ void k(int *out, const int *a, int n) {
  int i = threadIdx.x;
  out[i] = n > 3 ? a[i - 1] : 7;
}

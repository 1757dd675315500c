// test pass=if-conversion
// What was loaded may have been overwritten since.
// count 0: SELECT
// count 1: (branch
__global__ void k(int *out, int *a, int n) {
  int i = threadIdx.x, here = a[i];
  out[i] = here;
  out[i + 64] = n > 3 ? a[i - 1] : here;
}

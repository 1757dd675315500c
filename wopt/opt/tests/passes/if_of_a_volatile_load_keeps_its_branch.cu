// test pass=if-conversion
// Each access is made once.
// count 0: SELECT
// count 1: (branch
__global__ void k(int *out, const volatile int *a, int n) {
  int i = threadIdx.x, here = a[i];
  out[i] = n > 3 ? a[i - 1] : here;
}

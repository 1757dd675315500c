// test pass=if-conversion
// The index of the arm is evaluated by all: 2147483647 - 1 + 2 does not overflow only where the arm was.
// count 1: (U8SELECT
// count 0: (I4ADD
// count 0: (branch
__global__ void k(int *out, const int *a, int n, int m) {
  int i = threadIdx.x, x;
  int here = a[i];
  if (n > 3) x = a[n + m]; else x = here;
  out[i] = x;
}

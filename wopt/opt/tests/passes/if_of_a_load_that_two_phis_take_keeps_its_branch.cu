// test pass=if-conversion
// The other arm has a number for one of them.
// count 0: (ivar I4 global (U8SELECT
// count 1: (branch
__global__ void k(int *out, const int *a, int n) {
  int i = threadIdx.x, here = a[i], x = here, y = 5;
  if (n > 3) { x = a[i - 1]; y = x; }
  out[i] = x;
  out[i + 64] = y;
}

// test pass=if-conversion
// Two arms that load: each thread loads once, as before, at one of two addresses.
// count 1: SELECT
// count 1: (ivar I4 global (U8SELECT
// count 0: (branch
__global__ void k(int *out, const int *a, const int *b, int n) {
  int x;
  if (n > 3) x = a[threadIdx.x]; else x = b[threadIdx.x];
  out[threadIdx.x] = x;
}

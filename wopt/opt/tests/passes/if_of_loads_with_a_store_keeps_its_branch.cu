// test pass=if-conversion
// An arm does more than load.
// count 0: SELECT
// count 1: (branch
__global__ void k(int *out, const int *a, const int *b, int n) {
  int x;
  if (n > 3) { x = a[threadIdx.x]; out[threadIdx.x + 64] = 1; } else x = b[threadIdx.x];
  out[threadIdx.x] = x;
}

// test pass=if-conversion
// Both go through the read-only cache, and so does the one that they become; one that does and one that does not are two.
// count 1: SELECT
// count 2: !ro
// count 1: (branch
__global__ void k(int *out, const int *a, const int *b, int n) {
  int x, y;
  if (n > 3) x = __ldg(a + threadIdx.x); else x = __ldg(b + threadIdx.x);
  out[threadIdx.x] = x;
  if (n > 5) y = __ldg(a + threadIdx.x + 1); else y = b[threadIdx.x + 1];
  out[threadIdx.x + 64] = y;
}

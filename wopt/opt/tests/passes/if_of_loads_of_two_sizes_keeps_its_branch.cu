// test pass=if-conversion
// One is of a byte, the other of a word.
// count 0: SELECT
// count 1: (branch
__global__ void k(int *out, const int *a, const unsigned char *b, int n) {
  int x;
  if (n > 3) x = a[threadIdx.x]; else x = b[threadIdx.x];
  out[threadIdx.x] = x;
}

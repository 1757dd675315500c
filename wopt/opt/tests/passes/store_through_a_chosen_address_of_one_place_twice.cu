// test pass=chosen-addresses..scalar-replacement
// Each store reads what the one before it left.
// count 0: (ivar I4 local
// check: (U4SELECT
__device__ int *which(int *a, int *b, int *d, int c) { return c == 0 ? a : c == 1 ? b : d; }
__global__ void k(int *o, int x, int y) {
  *which(&x, &y, &x, o[5]) = o[6] * 3;
  o[0] = x;
  o[1] = y;
}

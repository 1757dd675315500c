// test pass=if-conversion
// What was loaded before may be loaded again. Of one base the offsets are selected.
// count 1: (I4SELECT
// count 1: =4294967292:U4 =0:U4
// count 0: (branch
__global__ void k(int *out, const int *a, int n) {
  int i = threadIdx.x, here = a[i];
  out[i] = here + (n > 3 ? a[i - 1] : here);
}

// test pass=exit-values
// It goes round once even where n is less than 3.
// count 10: (stid
__global__ void k(volatile int *o, int n) {
  int i = 3, j = 0;
#pragma unroll 1
  do j += 5; while (++i < n);
  *o = j;
}

// test analysis=ranges after=if-conversion
// Launch bounds, a mask, a counter that is below what an int can be; what is anything is not told.
// check: : 0..255
// check: : 0..2147483646
// not: anything
__global__ void __launch_bounds__(256) k(unsigned char *p, int n) {
  int t = threadIdx.x;
  p[t] = 1;
  for (int i = 0; i < n; i++) p[i] = t;
}

// test pass=memory-spaces
// Nothing says at what the window of local memory begins.
// check: (ivar I4 generic (U8BAND
__global__ void k(int *o, int n) {
  int a[8];
  a[n & 7] = n;
  a[1] = 3;
  if (n < 0) o[1] = *(int *)((unsigned long long)(a + n) & ~63ull);
  o[0] = a[n & 7];
}

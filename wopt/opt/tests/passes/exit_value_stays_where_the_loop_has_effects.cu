// test pass=exit-values
// The loop stays for its stores: i is there behind it.
// count 7: (stid
__global__ void k(volatile int *o, int n) {
  int i = 0;
#pragma unroll 1
  for (; i < n; i++) *o = 1;
  *o = i;
}

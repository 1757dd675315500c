// test pass=exit-values
// Which way it left nobody knows.
// count 7: (stid
__global__ void k(volatile int *o) {
  int i = 0;
#pragma unroll 1
  for (; i < 100; i++)
    if (*o) break;
  *o = i;
}

// test pass=exit-values
// What is loaded ends the loop.
// count 10: (stid
__global__ void k(volatile int *o, const int *p) {
  int i = 0;
#pragma unroll 1
  while (p[i] > 3) i++;
  *o = i;
}

// test pass=exit-values
// By threes it may go past n and round again; up to the largest number it goes round for ever.
// count 14: (stid
__global__ void k(volatile unsigned *o, unsigned n) {
  unsigned i = 0, j = 0;
#pragma unroll 1
  for (; i != n; i += 3) j += 5;
  *o = j;
#pragma unroll 1
  for (i = 0, j = 0; i <= n; i++) j += 5;
  *o = j;
}

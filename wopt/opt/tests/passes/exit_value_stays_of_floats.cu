// test pass=exit-values
// A sum of floats is what its additions round it to, and no counter; for it the loop stays, and i with it.
// count 9: (stid
__global__ void k(volatile float *o, int n) {
  float s = 0;
  int i = 0;
#pragma unroll 1
  for (; i < n; i++) s += 0.1f;
  *o = s;
  *o = (float)i;
}

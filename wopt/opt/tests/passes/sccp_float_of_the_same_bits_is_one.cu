// test pass=sccp
// A NaN is not equal to itself, and one value all the same.
// count 1: =0:B
__global__ void k(float *p, unsigned n) {
  float x = __int_as_float(0x7fc00001);
  unsigned changes = 0;
  for (unsigned i = 0; i < n; i++) {
    p[i] = x;
    if (changes) x = __int_as_float(0x7fc00002);
  }
}

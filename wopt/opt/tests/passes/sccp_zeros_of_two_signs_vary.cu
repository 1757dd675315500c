// test pass=sccp
// -0 is equal to 0, and another value.
// count 0: )) =0
// count 1: (phi
__global__ void k(float *p, unsigned n) {
  float x = 0.0f;
  if (n > 3) x = -0.0f;
  p[0] = x;
}

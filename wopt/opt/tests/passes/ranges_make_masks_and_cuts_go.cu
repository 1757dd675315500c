// test pass=range-propagation
// Each mask and cut keeps what is there; the last ones do not.
// count 1: BAND
// count 1: CVTL
__global__ void k(int *p, unsigned char *q, unsigned n) {
  unsigned x = n >> 28;
  p[0] = x & 15;
  p[1] = (unsigned char)x;
  p[2] = (n >> 27) & 15;
  p[3] = (signed char)(n >> 22);
}

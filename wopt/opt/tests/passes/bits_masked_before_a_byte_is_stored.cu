// test pass=bitwise-dead-code
// A byte is what is stored: neither mask nor cut does anything; the mask with a zero among the bits does.
// count 1: BAND
// count 0: CVTL
__global__ void k(unsigned char *p, unsigned x) {
  p[0] = x & 255;
  p[1] = (signed char)x;
  p[2] = x & 254;
}

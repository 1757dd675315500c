// test pass=bitwise-dead-code
// A volatile store of a byte writes a byte; an atomic writes all four.
// count 1: BAND
__global__ void k(volatile unsigned char *p, unsigned *q, unsigned x) {
  p[0] = x & 255;
  atomicAdd(q, x & 255);
}

// test pass=bitwise-dead-code
// Bits above the sixteenth are set, turned and added for nobody.
// count 0: BIOR
// count 0: BXOR
// count 1: ADD
__global__ void k(unsigned short *p, unsigned x) {
  p[0] = x | 0x70000;
  p[1] = x ^ 0xff0000;
  p[2] = x + 0x10000;
  p[3] = x + 0x8000;
}

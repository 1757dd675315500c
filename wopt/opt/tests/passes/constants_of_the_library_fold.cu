// test pass=dead-code
// Functions of constants are constants where their instructions say what they give.
// count 0: ~floor
// count 0: ~popc
// count 0: ~clz
// count 0: ~sqrt
// count 0: FMA
// count 0: F4DIV
// count 0: ~rint
// check: =0x3fb504f3:F4
// check: =0x3ef57744:F4
// check: =0x3eaaaaab:F4
// check: =0x40000000:F4
// check: =2:U4
// check: =29:U4
__global__ void k(float *p, unsigned *q) {
  float two = 2.0f, half = 0.5f, three = 3.0f;
  unsigned five = 5;
  p[0] = sqrtf(two);
  p[1] = sinf(half);
  p[2] = 1.0f / three;
  p[3] = floorf(two + half);
  p[4] = __frcp_rn(two);
  q[0] = __popc(five);
  q[1] = __clz(five);
}

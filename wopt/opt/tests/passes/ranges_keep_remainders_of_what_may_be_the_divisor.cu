// test pass=range-propagation
// 0 to 7 by 7 may leave 0, 0 to 6 is left as it is; a divisor that may be negative is a signed one.
// count 1: U4REM
// count 1: I4DIV
// count 1: I4REM
__global__ void k(unsigned *p, unsigned x, int a, int b) {
  p[0] = (x & 7) % 7;
  p[1] = (x & 3) % 7;
  if (a < 0) return;
  p[2] = a / b;
  p[3] = a % b;
}

// [expr.bit.and] & ^ | bind weaker than == and <, and stronger than && in that order
// wrong: bitwise-before-comparison
extern "C" __global__ void k(long long *out) {
  int a = 6, b = 3, c = 5;
  out[0] = a & b == 3; out[1] = (a & b) == 2; out[2] = a | b ^ c & 6; out[3] = a ^ b | c; out[4] = a & b | c;
  out[5] = a < b | c > b; out[6] = a & 1 << 2; out[7] = a | b && c ^ c; out[8] = a == 6 & b == 3;
  out[9] = a ^ b == 3; out[10] = 1 | 2 == 2; out[11] = !a == b; out[12] = ~a & b; out[13] = -a & 7;
  out[14] = a & ~b ^ c;
}

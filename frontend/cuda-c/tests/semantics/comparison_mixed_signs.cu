// [expr.rel] operands are converted before they are compared
// wrong: signed-wins; compares-as-signed
extern "C" __global__ void k(long long *out) {
  int m = -1; unsigned u = 1; unsigned char c = 255; signed char s = -1; long long l = -1; unsigned short h = 65535;
  out[0] = m < u; out[1] = m > u; out[2] = l < u; out[3] = c == s; out[4] = (unsigned char)s == c;
  out[5] = h == -1; out[6] = s == -1; out[7] = m == 0xffffffffu; out[8] = l == 0xffffffffu; out[9] = c > s;
  out[10] = h > m; out[11] = h > (unsigned)m; out[12] = 'a' < 98u; out[13] = -1 < 0ull;
  out[14] = m < sizeof(int);
}

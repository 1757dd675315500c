// [expr.mul] division cuts towards zero and the remainder has the dividend's sign
// wrong: division-is-unsigned
extern "C" __global__ void k(long long *out) {
  int a = -7, b = 2; long long c = -7, d = -2; unsigned u = -7; short s = -7; unsigned char n = 2;
  out[0] = a / b; out[1] = a % b; out[2] = 7 / -b; out[3] = 7 % -b; out[4] = c / d; out[5] = c % d;
  out[6] = u / b; out[7] = u % b; out[8] = s / n; out[9] = s % n; out[10] = a / 2u; out[11] = a % 3u;
  out[12] = (a / b) * b + a % b == a;
}

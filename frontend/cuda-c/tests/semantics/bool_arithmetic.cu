// [expr.log.or] comparisons and logic give bool, which counts as 0 or 1
// wrong: logic-gives-int
extern "C" __global__ void k(long long *out) {
  int a = 5, b = 3; bool t = a > b, f = !t; int n = 0;
  out[0] = t + t; out[1] = (a > b) * 10; out[2] = t << 3; out[3] = -(a > b); out[4] = ~(a > b);
  out[5] = a > b > 0; out[6] = !a + !b; out[7] = (a && b) + 1; out[8] = t ^ f; out[9] = t & a; out[10] = t | 4;
  out[11] = (a == 5) == (b == 3); out[12] = t > f; out[13] = sizeof(a > b); out[14] = sizeof(t + f);
  out[15] = t == 1; out[16] = t == 2; out[17] = (t = 2) + 0; out[18] = (f |= 6) + 0; out[19] = (t &= 4) + 0;
  out[20] = (t ^= 1) + 0; out[21] = a < b || b < a && !n; out[22] = sizeof(a && b); out[23] = sizeof(!a);
}

// [expr.ass] assignment and ?: group from the right and bind weaker than ||
// wrong: assignment-groups-from-the-left; conditional-groups-from-the-left
extern "C" __global__ void k(long long *out) {
  int a, b, c, t = 1;
  a = b = c = 5;
  out[0] = a + b + c;
  a += b -= c *= 2;
  out[1] = a; out[2] = b; out[3] = c;
  a = t ? 1 : t ? 2 : 3; b = !t ? 1 : t ? 2 : 3; c = t ? !t ? 4 : 5 : 6;
  out[4] = a; out[5] = b; out[6] = c; out[7] = t || 0 ? 7 : 8; out[8] = (a = t == 1 ? 9 : 10);
  out[9] = (b = 1, 2); out[10] = (a = 0 || 5); out[11] = t ? a = 4 : 5; out[12] = a;
  out[13] = t ? b = 1, c = 2 : 0; out[14] = b * 10 + c;
}

// [expr.mul] * / % before + -, these before shifts, shifts before comparisons, all from the left
// wrong: shifts-bind-like-sums; operators-group-from-the-right
extern "C" __global__ void k(long long *out) {
  int a = 20, b = 6, c = 4;
  out[0] = a - b - c; out[1] = a / b / c; out[2] = a / b * c; out[3] = a % b * c; out[4] = a - b * c;
  out[5] = a << b - c; out[6] = a + b << 1; out[7] = a >> 1 << 2; out[8] = a - b + c; out[9] = a * b % c;
  out[10] = a < b < c; out[11] = a > b > c; out[12] = a == b < c; out[13] = 1 << 2 + 3;
  out[14] = 100 / 10 % 3 * 2; out[15] = a - -b; out[16] = a + + b; out[17] = a-- - --b; out[18] = -a * -b;
  out[19] = 1 + 2 * 3 - 4 / 2 % 3;
}

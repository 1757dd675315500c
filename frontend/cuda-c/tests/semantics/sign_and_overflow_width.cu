// [expr.arith.conv] arithmetic happens in the common type of its operands, not of what it is assigned to
// wrong: arithmetic-in-target-width
extern "C" __global__ void k(long long *out) {
  int big = 2000000000, m = 65536; unsigned u = 4000000000u; short s = 30000; unsigned char c = 200; long long a = (unsigned)big * 2u, b = (long long)m * m, d = u + u, e = u * 1ull + u, g = s * s, h = c * c * c; float f = 1 / 2 + 1.0 / 2; double q = 7 / 2; unsigned long long w = 1u << 31 << 1; long long x = -1 + u; int y = (c << 1) / 3; unsigned short us = s + s; long long z = ~0u, t = -1u;
  out[0] = a; out[1] = b; out[2] = d; out[3] = e; out[4] = g; out[5] = h; out[6] = f * 2; out[7] = q; out[8] = w;
  out[9] = x; out[10] = y; out[11] = us; out[12] = z; out[13] = t; out[14] = 5 / 2 * 2.0; out[15] = 5 * 2.0 / 4;
  out[16] = (c + c) / 2; out[17] = (unsigned char)(c + c) / 2; out[18] = 3u - 5 > 0; out[19] = (3 - 5) / 2u;
}

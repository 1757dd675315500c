// [expr.pre.incr] ++ and -- work in the type of their operand, and wrap where that wraps
// wrong: postfix-gives-new-value
extern "C" __global__ void k(long long *out) {
  unsigned char c = 255; signed char s = 127; unsigned short h = 0; char16_t w = 65535; float f = 0.5f; int a[3] = {1, 2, 3}; int *p = a; unsigned u = 0;
  out[0] = c++; out[1] = c; out[2] = ++c; out[3] = s++; out[4] = s; out[5] = h--; out[6] = h; out[7] = w++;
  out[8] = w; out[9] = f++ * 2; out[10] = f * 2; out[11] = *p++; out[12] = *p; out[13] = *++p; out[14] = (*p)--;
  out[15] = a[2]; out[16] = u--; out[17] = u; out[18] = sizeof(c++); out[19] = c;
}

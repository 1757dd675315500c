// [lex.fcon] a floating literal is a double, with f a float; hexadecimal ones have a binary exponent
// wrong: float-suffix-ignored
extern "C" __global__ void k(long long *out) {
  out[0] = sizeof 1.0; out[1] = sizeof 1.0f; out[2] = sizeof 1e3F; out[3] = __double_as_longlong(0.1);
  out[4] = __float_as_int(0.1f); out[5] = __double_as_longlong(1e-300); out[6] = __float_as_int(3.4028235e38f);
  out[7] = __double_as_longlong(0x1.8p1); out[8] = __float_as_int(0x1p-149f);
  out[9] = __double_as_longlong(.5e1); out[10] = __double_as_longlong(1.); out[11] = __double_as_longlong(1e22);
  out[12] = __double_as_longlong(123456789012345678901234567890.0); out[13] = __float_as_int(16777217.0f);
  out[14] = __float_as_int((float)16777217.0); out[15] = __double_as_longlong(4.9e-324);
  out[16] = __double_as_longlong(2.2250738585072011e-308); out[17] = 1'0.5 * 2; out[18] = 0x.8p0 * 4;
  out[19] = __float_as_int(1e-45f); out[20] = __double_as_longlong(1.7976931348623157e308);
  out[21] = __double_as_longlong(0.1f);
}

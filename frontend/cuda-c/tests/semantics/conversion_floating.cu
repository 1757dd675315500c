// [conv.fpint] a floating value is cut towards zero; an integer is rounded to the nearest
// wrong: float-to-int-rounds
extern "C" __global__ void k(long long *out) {
  float f = -2.75f; double d = 2.999999999; int i = 16777217; long long l = 9007199254740993ll; unsigned u = 4294967295u; unsigned long long ul = 18446744073709551615ull;
  out[0] = (int)f; out[1] = (int)d; out[2] = (long long)-0.5; out[3] = (unsigned char)3.99f;
  out[4] = (int)(float)i; out[5] = (long long)(double)l; out[6] = (long long)(float)u;
  out[7] = (long long)(double)u; out[8] = __float_as_int((float)ul); out[9] = __double_as_longlong((double)ul);
  out[10] = __float_as_int(i) == __float_as_int(16777216.0f); out[11] = (int)(float)-16777219;
}

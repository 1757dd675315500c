// [expr.mul] operations are rounded to their type; infinities, NaN and signed zeros compare as IEEE 754 says
// wrong: float-arithmetic-is-double
extern "C" __global__ void k(long long *out) {
  float z = out[0], inf = 1 / z, nan = z / z, one = 1, third = one / 3; double d = third, e = 1.0 / 3;
  out[0] = inf > 1e38f; out[1] = nan == nan; out[2] = nan != nan; out[3] = nan < 1; out[4] = !(nan >= 1);
  out[5] = z == -z; out[6] = 1 / -z < 0; out[7] = __float_as_int(-z); out[8] = __float_as_int(third);
  out[9] = __double_as_longlong(d); out[10] = __double_as_longlong(e); out[11] = d == e;
  out[12] = __float_as_int(one * 0.1); out[13] = __float_as_int(one * 0.1f); out[14] = (nan ? 1 : 2);
  out[15] = (int)(third * 3 == 1); out[16] = __float_as_int(inf); out[17] = inf - inf == 0; out[18] = -inf < inf;
  out[19] = __float_as_int(1e30f * 1e30f); out[20] = __double_as_longlong(1e30f * 1e30); out[21] = nan && one;
  out[22] = !nan;
}

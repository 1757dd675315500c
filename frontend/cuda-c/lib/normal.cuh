// The inverse of the error function and the normal distribution, of floats.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

__device__ float erfinvf(float x) {
  float y = fmaf(-x, x, 1.0f);
  // -log2(y) = e - g: the guess is good between sqrt(1/2) and sqrt(2), and e is exact.
  int k = (__float_as_int(y) - 0x3f3504f3) & ~0x7fffff;
  float e = __fmul_rn((float)k, -0x1p-23f);
  float g = __optx_lg2f(__int_as_float(__float_as_int(y) - k));
  float l = __fsub_rn(e, g);
  float r;
  if (l < 6.0f) {
    float t = __fadd_rn(l, -3.4375f);
    // erfinv(x) / x - 1
    float p = 0x1.c3502p-29f;
    p = fmaf(p, t, 0x1.068e3ep-25f);
    p = fmaf(p, t, -0x1.df26b8p-22f);
    p = fmaf(p, t, -0x1.9461ap-22f);
    p = fmaf(p, t, 0x1.abbd32p-15f);
    p = fmaf(p, t, -0x1.d96c72p-12f);
    p = fmaf(p, t, -0x1.d45bccp-10f);
    p = fmaf(p, t, 0x1.5f7016p-3f);
    p = fmaf(p, t, 0x1.e3c272p-2f);
    r = fmaf(p, x, x);
  } else {
    // The root of e - g, less 3.40625, which is exact but for the last step.
    float h = __optx_rsqrtf(l);
    float s = __fmul_rn(l, h);
    float t = fmaf(__fsub_rn(fmaf(-s, s, e), g), __fmul_rn(0.5f, h), __fadd_rn(s, -3.40625f));
    // erfinv(x) / x
    float p = 0x1.8eebfap-16f;
    p = fmaf(p, t, -0x1.eb284ap-14f);
    p = fmaf(p, t, 0x1.1a7f62p-13f);
    p = fmaf(p, t, 0x1.bf4ba4p-12f);
    p = fmaf(p, t, -0x1.0748cap-9f);
    p = fmaf(p, t, 0x1.22b4b4p-8f);
    p = fmaf(p, t, -0x1.d77c22p-8f);
    p = fmaf(p, t, 0x1.44c56cp-7f);
    p = fmaf(p, t, 0x1.a95936p-1f);
    p = fmaf(p, t, 0x1.559dfcp+1f);
    r = __fmul_rn(p, x);
  }
  // At 1 infinite, beyond NaN.
  return copysignf(y > 0.0f ? r : __optx_rsqrtf(y), x);
}

__device__ float normcdff(float x) {
  // Half of erfc(-x / sqrt(2)), past 15 without a change.
  float a = fabsf(__optx_between(x, -15.0f, 15.0f));
  float h = __fmul_rn(a, 0x1.6a09e6p-1f);
  float l = fmaf(a, 0x1.9fcef4p-27f, fmaf(a, 0x1.6a09e6p-1f, -h));
  float r = __optx_erfc_positivef(h, l, 0.5f);
  return x > 0.0f ? __fsub_rn(1.0f, r) : r;
}

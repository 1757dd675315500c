// The inverses of the error function and its complement and the normal distribution, of floats.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// erfinv(x) / x - 1 for -log2(1 - x^2) = l < 6.
static __device__ __forceinline__ float __optx_erfinv_middlef(float l) {
  float t = __fadd_rn(l, -3.4375f);
  float p = 0x1.c3502p-29f;
  p = fmaf(p, t, 0x1.068e3ep-25f);
  p = fmaf(p, t, -0x1.df26b8p-22f);
  p = fmaf(p, t, -0x1.9461ap-22f);
  p = fmaf(p, t, 0x1.abbd32p-15f);
  p = fmaf(p, t, -0x1.d96c72p-12f);
  p = fmaf(p, t, -0x1.d45bccp-10f);
  p = fmaf(p, t, 0x1.5f7016p-3f);
  p = fmaf(p, t, 0x1.e3c272p-2f);
  return p;
}

__device__ float erfinvf(float x) {
  float y = fmaf(-x, x, 1.0f);
  // -log2(y) = e - g: the guess is good between sqrt(1/2) and sqrt(2), and e is exact.
  int k = (__float_as_int(y) - 0x3f3504f3) & ~0x7fffff;
  float e = __fmul_rn((float)k, -0x1p-23f);
  float g = __optx_lg2f(__int_as_float(__float_as_int(y) - k));
  float l = __fsub_rn(e, g);
  float r;
  if (l < 6.0f) {
    r = fmaf(__optx_erfinv_middlef(l), x, x);
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

// By the logarithm of x (2 - x), which is as exact near 0 as near 2: small it is 1 - (1 - x)^2, so that erfinv's polynomial serves.
__device__ float erfcinvf(float x) {
  float z = __fsub_rn(1.0f, x);
  // 2^24 of it: no subnormal x leaves it one.
  float y = __fmul_rn(__fmul_rn(x, 0x1p24f), __fsub_rn(2.0f, x));
  int k = (__float_as_int(y) - 0x3f3504f3) & ~0x7fffff;
  float l = __fsub_rn(fmaf((float)k, -0x1p-23f, 24.0f), __optx_lg2f(__int_as_float(__float_as_int(y) - k)));
  float r;
  if (l < 6.0f) {
    r = fmaf(__optx_erfinv_middlef(l), z, z);
  } else {
    float u = __optx_rsqrtf(l);
    float s = __fmul_rn(l, u);
    s = fmaf(fmaf(-s, s, l), __fmul_rn(0.5f, u), s);
    // erfcinv(x) / s as a function of 1 / s less a quarter
    float t = __fadd_rn(u, -0.25f);
    float p = 0x1.5441b2p+4f;
    p = fmaf(p, t, 0x1.611e7cp+4f);
    p = fmaf(p, t, -0x1.2a7754p+2f);
    p = fmaf(p, t, -0x1.59663cp-2f);
    p = fmaf(p, t, -0x1.6484bep+0f);
    p = fmaf(p, t, 0x1.20a3b8p-1f);
    p = fmaf(p, t, 0x1.74466cp-3f);
    p = fmaf(p, t, -0x1.7da56cp-3f);
    p = fmaf(p, t, 0x1.950f76p-1f);
    r = __fmul_rn(p, s);
  }
  // At 0 and 2 infinite, beyond NaN.
  return copysignf(y > 0.0f ? r : __optx_rsqrtf(y), z);
}

// Of a half it is plus zero.
__device__ float normcdfinvf(float x) { return fmaf(-0x1.6a09e6p+0f, erfcinvf(__fadd_rn(x, x)), 0.0f); }

__device__ float normcdff(float x) {
  // Half of erfc(-x / sqrt(2)), past 15 without a change.
  float a = fabsf(__optx_between(x, -15.0f, 15.0f));
  float h = __fmul_rn(a, 0x1.6a09e6p-1f);
  float l = fmaf(a, 0x1.9fcef4p-27f, fmaf(a, 0x1.6a09e6p-1f, -h));
  float r = __optx_erfc_positivef(h, l, 0.5f);
  return x > 0.0f ? __fsub_rn(1.0f, r) : r;
}

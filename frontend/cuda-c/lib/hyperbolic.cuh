// Further exponentials and logarithms of floats, hyperbolic functions and their inverses.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

__device__ float exp10f(float x) {
  float y = __optx_between(x, -46.0f, 39.0f);
  // As e^x, but that 10^f is a polynomial of its own.
  float j = fmaf(y, 0x1.a934fp+0f, 12582912.0f);
  float h = __fsub_rn(j, 12582912.0f);
  float f = fmaf(h, -0x1.34p-1f, y);
  f = fmaf(h, -0x1.04d428p-11f, f);
  // (10^f - 1 - ln(10) f) / f^2, |f| <= log10(2)
  float p = 0x1.13e12p-4f;
  p = fmaf(p, f, 0x1.aea26cp-3f);
  p = fmaf(p, f, 0x1.1441bp-1f);
  p = fmaf(p, f, 0x1.2bcce4p+0f);
  p = fmaf(p, f, 0x1.04701cp+1f);
  p = fmaf(p, f, 0x1.53525ep+1f);
  p = fmaf(fmaf(p, f, 0x1.26bb1cp+1f), f, 1.0f);
  int s = (__float_as_int(j) << 23) + 0x3f800000;
  return __fmul_rn(__fmul_rn(p, __int_as_float(s)), __int_as_float(s));
}

__device__ float expm1f(float x) {
  bool near = fabsf(x) < 0.41f;
  float j = near ? 12582912.0f : fmaf(x, 0x1.715476p+0f, 12582912.0f);
  float n = __fsub_rn(j, 12582912.0f);
  float f = fmaf(n, -0x1.62e4p-1f, x);
  f = fmaf(n, -0x1.7f7d1cp-20f, f);
  // (e^f - 1 - f) / f^2, |f| <= 0.41
  float p = 0x1.9f9a1ep-13f;
  p = fmaf(p, f, 0x1.6db7ap-10f);
  p = fmaf(p, f, 0x1.11127ap-7f);
  p = fmaf(p, f, 0x1.555494p-5f);
  p = fmaf(p, f, 0x1.555554p-3f);
  p = fmaf(p, f, 0.5f);
  p = fmaf(__fmul_rn(p, f), f, f);
  // 2^n p + (2^n - 1), at half the size. Near 0 it is p, subnormals included.
  float s = __int_as_float((__float_as_int(j) << 23) + 0x3f000000);
  float r = fmaf(p, s, __fsub_rn(s, 0.5f));
  r = near ? p : __fadd_rn(r, r);
  if (x > 89.0f) r = __int_as_float(0x7f800000);
  return copysignf(x < -18.0f ? 1.0f : r, x);
}

__device__ float log1pf(float x) {
  // 1 + x = 2^e (1 + f), 1 + f between 3/4 and 3/2, so that f is exact wherever its last digit counts: x over 2^e and 1
  // over 2^e, less 1, are.
  int k = (__float_as_int(__fadd_rn(1.0f, x)) - 0x3f400000) & ~0x7fffff;
  float f = __fadd_rn(__int_as_float(__float_as_int(x) - k), fmaf(__int_as_float(0x40800000 - k), 0.25f, -1.0f));
  float e = __fmul_rn((float)k, 0x1p-23f);
  // (log(1 + f) - f) / f^2
  float p = -0x1.7f5decp-5f;
  p = fmaf(p, f, 0x1.b0c382p-4f);
  p = fmaf(p, f, -0x1.0c8adcp-3f);
  p = fmaf(p, f, 0x1.27d228p-3f);
  p = fmaf(p, f, -0x1.54f9d8p-3f);
  p = fmaf(p, f, 0x1.99772p-3f);
  p = fmaf(p, f, -0x1.000048p-2f);
  p = fmaf(p, f, 0x1.55558p-2f);
  p = fmaf(p, f, -0x1p-1f);
  float t = fmaf(e, -0x1.05c61p-29f, __fmul_rn(__fmul_rn(f, f), p));
  float r = fmaf(e, 0x1.62e43p-1f, __fadd_rn(f, t));
  // What is not between -1 and infinity; and zero keeps its sign, which under -ftz a subnormal is.
  float inf = __int_as_float(0x7f800000);
  if (!(x > -1.0f && x < inf)) r = x == -1.0f ? -inf : fmaf(x, inf, inf);
  return x == 0.0f ? copysignf(0.0f, x) : r;
}

__device__ float sinhf(float x) {
  float a = fabsf(x);
  float z = __fmul_rn(a, a);
  // (sinh(a) / a - 1) / a^2
  float p = 0x1.78a70ep-19f;
  p = fmaf(p, z, 0x1.a009p-13f);
  p = fmaf(p, z, 0x1.11111ep-7f);
  p = fmaf(p, z, 0x1.555556p-3f);
  float r = fmaf(__fmul_rn(p, z), a, a);
  float t = __optx_exp_less(fminf(a, 95.0f), 1);
  if (a >= 1.0f) r = fmaf(__optx_rcpf(t), -0.25f, t);
  return copysignf(r, x);
}

__device__ float coshf(float x) {
  // The smaller of a NaN and a number would be the number.
  float t = __optx_exp_less(__optx_between(fabsf(x), 0.0f, 95.0f), 1);
  return fmaf(__optx_rcpf(t), 0.25f, t);
}

__device__ float tanhf(float x) {
  float a = fabsf(x);
  float z = __fmul_rn(a, a);
  // (tanh(a) / a - 1) / a^2, a <= 0.75
  float p = -0x1.388d92p-8f;
  p = fmaf(p, z, 0x1.423018p-6f);
  p = fmaf(p, z, -0x1.b55fb6p-5f);
  p = fmaf(p, z, 0x1.10ed62p-3f);
  p = fmaf(p, z, -0x1.5554a4p-2f);
  float r = fmaf(__fmul_rn(z, p), a, a);
  // 1 - 2 e / (1 + e), e = e^-2a: what the guess at e loses counts less and less.
  float e = __optx_ex2f(__fmul_rn(a, -0x1.715476p+1f));
  if (a >= 0.73f) r = fmaf(__fmul_rn(-2.0f, e), __optx_rcpf(__fadd_rn(1.0f, e)), 1.0f);
  return copysignf(r, x);
}

__device__ float asinhf(float x) {
  float a = fabsf(x);
  bool large = a > 0x1p24f;
  float z = __fmul_rn(a, a);
  float d = __fadd_rn(1.0f, __optx_sqrtf(__fadd_rn(1.0f, z)));
  float r = log1pf(large ? a : fmaf(z, __optx_rcpf(d), a));
  return copysignf(large ? __fadd_rn(r, 0x1.62e43p-1f) : r, x);
}

__device__ float acoshf(float x) {
  float t = __fsub_rn(x, 1.0f);
  bool large = x > 0x1p24f;
  float u = __fadd_rn(t, __optx_sqrtf(fmaf(t, t, __fadd_rn(t, t))));
  float r = log1pf(large ? x : x < 1.0f ? -2.0f : u);
  return large ? __fadd_rn(r, 0x1.62e43p-1f) : r;
}

__device__ float atanhf(float x) {
  float a = fabsf(x);
  float t = __optx_divf(__fadd_rn(a, a), __fsub_rn(1.0f, a));
  if (a >= 1.0f) t = a == 1.0f ? __int_as_float(0x7f800000) : -2.0f;
  return copysignf(__fmul_rn(0.5f, log1pf(t)), x);
}

// |x|, or 2^24 of it where it is subnormal; *y is a guess at its power of `third`, a third or less it.
static __device__ __forceinline__ float __optx_cbrt_guess(float x, float third, bool *tiny, float *y) {
  float a = fabsf(x);
  *tiny = a < 0x1p-126f;
  if (*tiny) a = __fmul_rn(a, 0x1p24f);
  *y = __optx_ex2f(__fmul_rn(__optx_lg2f(a), third));
  return a;
}

__device__ float cbrtf(float x) {
  bool tiny;
  float y;
  float a = __optx_cbrt_guess(x, 0x1.555556p-2f, &tiny, &y);
  // Newton's step.
  float r = fmaf(fmaf(a, __optx_rcpf(__fmul_rn(y, y)), -y), 0x1.555556p-2f, y);
  r = copysignf(tiny ? __fmul_rn(r, 0x1p-8f) : r, x);
  // 0 and infinity are their own doubles.
  float twice = __fadd_rn(x, x);
  return twice == x ? twice : r;
}

__device__ float rcbrtf(float x) {
  bool tiny;
  float y;
  float a = __optx_cbrt_guess(x, -0x1.555556p-2f, &tiny, &y);
  float e = fmaf(-__fmul_rn(y, y), __fmul_rn(a, y), 1.0f);
  float r = fmaf(__fmul_rn(y, 0x1.555556p-2f), e, y);
  r = copysignf(tiny ? __fmul_rn(r, 0x1p8f) : r, x);
  return __fadd_rn(x, x) == x ? __optx_rcpf(x) : r;
}

// The sum of two squares, scaled by the square of *scale: the larger one's exponent taken back but for its last two bits.
static __device__ __forceinline__ float __optx_squares(float x, float y, float *scale, float *back) {
  float m = fmaxf(fabsf(x), fabsf(y));
  float n = fminf(fabsf(x), fabsf(y));
  int e = __float_as_int(m) & 0x7e000000;
  *scale = __int_as_float(0x7e800000 - e);
  *back = __int_as_float(e + 0x800000);
  m = __fmul_rn(m, *scale);
  n = __fmul_rn(n, *scale);
  return fmaf(m, m, __fmul_rn(n, n));
}

__device__ float hypotf(float x, float y) {
  float scale;
  float back;
  float inf = __int_as_float(0x7f800000);
  float r = __fmul_rn(__optx_sqrtf(__optx_squares(x, y, &scale, &back)), back);
  // An infinity counts more than a NaN.
  if (isnan(x) || isnan(y)) r = __fadd_rn(x, y);
  return fabsf(x) == inf || fabsf(y) == inf ? inf : r;
}

__device__ float rhypotf(float x, float y) {
  float scale;
  float back;
  float inf = __int_as_float(0x7f800000);
  float h = __optx_squares(x, y, &scale, &back);
  float g = __optx_rsqrtf(h);
  float r = fmaf(__fmul_rn(0.5f, g), fmaf(-h, __fmul_rn(g, g), 1.0f), g);
  r = __fmul_rn(h > 0.0f ? r : g, scale);
  if (isnan(x) || isnan(y)) r = __fadd_rn(x, y);
  return fabsf(x) == inf || fabsf(y) == inf ? 0.0f : r;
}

// erfc(a) e^(a^2), 0 <= a <= 10.6.
static __device__ __forceinline__ float __optx_erfcx_nearf(float a) {
  // (a - 4) / (a + 4), without the rounding of the sum.
  float r = __optx_rcpf(__fadd_rn(a, 4.0f));
  float t = __fmul_rn(__fsub_rn(a, 4.0f), r);
  t = fmaf(fmaf(-t, a, fmaf(-4.0f, __fadd_rn(t, 1.0f), a)), r, t);
  // erfc(a) e^(a^2) (1 + 2 a)
  float p = 0x1.b84e22p-11f;
  p = fmaf(p, t, 0x1.c21b9ep-8f);
  p = fmaf(p, t, -0x1.0779b4p-6f);
  p = fmaf(p, t, 0x1.29c9b6p-5f);
  p = fmaf(p, t, -0x1.10cf2cp-4f);
  p = fmaf(p, t, 0x1.80691ap-4f);
  p = fmaf(p, t, -0x1.9da53p-4f);
  p = fmaf(p, t, 0x1.16e63p-4f);
  p = fmaf(p, t, 0x1.f7dd5ep-7f);
  p = fmaf(p, t, -0x1.1df19ep-3f);
  p = fmaf(p, t, 0x1.3ba592p+0f);
  // p / (1 + 2 a), without the rounding of the sum.
  r = __optx_rcpf(fmaf(2.0f, a, 1.0f));
  float v = __fmul_rn(p, r);
  return fmaf(__fsub_rn(fmaf(__fmul_rn(-2.0f, a), v, p), v), r, v);
}

// erfc(h + l) * factor for h >= 0 and a small l.
static __device__ __forceinline__ float __optx_erfc_positivef(float h, float l, float factor) {
  float a = h > 10.6f ? 10.6f : h;
  float v = __fmul_rn(__optx_erfcx_nearf(a), factor);
  // -(a + l)^2 = s + sl
  float s = __fmul_rn(-a, a);
  float sl = fmaf(__fmul_rn(-2.0f, a), l, fmaf(-a, a, -s));
  int k;
  float f = __fadd_rn(__optx_exp_reduce(s, &k), sl);
  float one = __int_as_float(k);
  return __fmul_rn(__fmul_rn(fmaf(v, __fmul_rn(__optx_exp_slope(f), f), v), one), one);
}

__device__ float erfcf(float x) {
  float r = __optx_erfc_positivef(fabsf(x), 0.0f, 1.0f);
  return x < 0.0f ? __fsub_rn(2.0f, r) : r;
}

// Past 10 the beginning of the asymptotic series is enough; left of 0 it is 2 e^(x^2) less what stands right of it.
__device__ float erfcxf(float x) {
  float a = fabsf(x);
  float v = __optx_erfcx_nearf(a > 10.0f ? 10.0f : a);
  if (a > 10.0f) {
    float r = __frcp_rn(a);
    float h = __fmul_rn(__fmul_rn(0.5f, r), r);
    float p = fmaf(105.0f, h, -15.0f);
    p = fmaf(p, h, 3.0f);
    p = fmaf(p, h, -1.0f);
    r = __fmul_rn(r, 0x1.20dd76p-1f);
    v = fmaf(__fmul_rn(p, h), r, r);
  }
  if (x < 0.0f) {
    // e^88 and what s lacks of the square; past 9.4 the result is infinite.
    float b = a > 9.4f ? 9.4f : a;
    float s = __fmul_rn(b, b);
    float e = expf(s > 80.0f ? __fsub_rn(s, 16.0f) : s);
    e = __fmul_rn(fmaf(e, fmaf(b, b, -s), e), 2.0f);
    if (s > 80.0f) e = __fmul_rn(e, 0x1.0f2ebep+23f);
    v = __fsub_rn(e, v);
  }
  return v;
}

__device__ float erff(float x) {
  float z = __fmul_rn(x, x);
  // erf(x) / x - 1, |x| <= 1
  float p = -0x1.445f48p-17f;
  p = fmaf(p, z, 0x1.d8875p-14f);
  p = fmaf(p, z, -0x1.bccf66p-11f);
  p = fmaf(p, z, 0x1.562a6p-8f);
  p = fmaf(p, z, -0x1.b829c8p-6f);
  p = fmaf(p, z, 0x1.ce2f08p-4f);
  p = fmaf(p, z, -0x1.812746p-2f);
  p = fmaf(p, z, 0x1.06eba8p-3f);
  float a = fabsf(x);
  if (!(a > 1.0f)) return fmaf(x, p, x);
  float b = fminf(a, 4.0f);
  // log2(erfc(b)), 1 <= b <= 4
  float q = 0x1.3d029ep-19f;
  q = fmaf(q, b, -0x1.16b3bp-14f);
  q = fmaf(q, b, 0x1.c36a9cp-11f);
  q = fmaf(q, b, -0x1.c20334p-8f);
  q = fmaf(q, b, 0x1.38427ep-5f);
  q = fmaf(q, b, -0x1.453f38p-3f);
  q = fmaf(q, b, -0x1.d2b45cp-1f);
  q = fmaf(q, b, -0x1.a16dd6p+0f);
  q = fmaf(q, b, 0x1.e44c06p-12f);
  return copysignf(__fsub_rn(1.0f, __optx_ex2f(q)), x);
}

// Exponential, logarithm and power of floats.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them, or fits whose largest weighted
// error is least. Every multiplication that is to be fused says so, and none that is not stands beside an addition.

// e^y = e^f 2^h 2^h for |y| <= 150: gives f, |f| <= ln(2), and the bits of 2^h as *s.
static __device__ __forceinline__ float __optx_exp_reduce(float y, int *s) {
  // Half of the exponent: a number whose last place is 1 has it in its low bits, and with it what exponents are stored with.
  float j = fmaf(y, 0x1.715476p-1f, 12582912.0f + 127.0f);
  float h = __fsub_rn(j, 12582912.0f + 127.0f);
  *s = __float_as_int(j) << 23;
  return fmaf(h, -0x1.7f7d1cp-19f, fmaf(h, -0x1.62e4p+0f, y));
}

// (e^f - 1) / f, |f| <= ln(2)
static __device__ __forceinline__ float __optx_exp_slope(float f) {
  // (e^f - 1 - f) / f^2
  float p = 0x1.9bac38p-13f;
  p = fmaf(p, f, 0x1.71c41ap-10f);
  p = fmaf(p, f, 0x1.11272ap-7f);
  p = fmaf(p, f, 0x1.5549dep-5f);
  p = fmaf(p, f, 0x1.555512p-3f);
  p = fmaf(p, f, 0x1.00000cp-1f);
  return fmaf(p, f, 1.0f);
}

// e^y * 2^-k, k = 0 or 1: two steps, so that neither scale overflows and only the last one rounds.
static __device__ __forceinline__ float __optx_exp_less(float y, int k) {
  int s;
  float f = __optx_exp_reduce(y, &s);
  return __fmul_rn(__fmul_rn(fmaf(__optx_exp_slope(f), f, 1.0f), __int_as_float(s - (k << 23))), __int_as_float(s));
}

// x between two bounds past which a result is 0 or infinite. A NaN stays one.
static __device__ __forceinline__ float __optx_between(float x, float least, float most) {
  float y = x > most ? most : x;
  return y < least ? least : y;
}

__device__ __forceinline__ float expf(float x) { return __optx_exp_less(__optx_between(x, -104.0f, 89.0f), 0); }

// x = 2^e * (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), for x positive and finite; the sum's second part. `y` is x,
// or what a subnormal x is made.
static __device__ __forceinline__ float __optx_log_split(float x, float *e, float *y) {
  bool tiny = x < 0x1p-126f;
  *y = tiny ? __fmul_rn(x, 0x1p23f) : x;
  int i = __float_as_int(*y);
  int k = (i - 0x3f3504f3) & ~0x7fffff;
  *e = fmaf((float)k, 0x1p-23f, tiny ? -23.0f : 0.0f);
  return __int_as_float(i - k);
}

// The same, less 1; *e is e * 2^23, exact in whole numbers of that size.
static __device__ __forceinline__ float __optx_log_reduce(float x, float *e, float *y) {
  bool tiny = x < 0x1p-126f;
  *y = tiny ? __fmul_rn(x, 0x1p23f) : x;
  int i = __float_as_int(*y);
  int k = (i - 0x3f3504f3) & ~0x7fffff;
  *e = (float)(tiny ? k - 23 * 0x800000 : k);
  return __fadd_rn(__int_as_float(i - k), -1.0f);
}

// (log(1 + f) - f) / f
static __device__ __forceinline__ float __optx_log1p_slope(float f) {
  // (log(1 + f) - f) / f^2
  float q = -0x1.3a6096p-4f;
  q = fmaf(q, f, 0x1.049966p-3f);
  q = fmaf(q, f, -0x1.0cdbeap-3f);
  q = fmaf(q, f, 0x1.22e936p-3f);
  q = fmaf(q, f, -0x1.54833cp-3f);
  q = fmaf(q, f, 0x1.99a01cp-3f);
  q = fmaf(q, f, -0x1.00020ep-2f);
  q = fmaf(q, f, 0x1.555554p-2f);
  q = fmaf(q, f, -0.5f);
  return __fmul_rn(f, q);
}

// The logarithm `r` of y, or what it is where y is not positive and finite: infinite, NaN and minus infinity.
static __device__ __forceinline__ float __optx_log_special(float y, float r) {
  float inf = __int_as_float(0x7f800000);
  if (__float_as_uint(y) >= 0x7f800000u) r = fmaf(y, inf, inf);
  return y == 0.0f ? -inf : r;
}

__device__ __forceinline__ float logf(float x) {
  float e;
  float y;
  float f = __optx_log_reduce(x, &e, &y);
  return __optx_log_special(y, fmaf(e, 0x1.62e43p-24f, fmaf(f, __optx_log1p_slope(f), f)));
}

__device__ __forceinline__ float log2f(float x) {
  float e;
  float y;
  float f = __optx_log_reduce(x, &e, &y);
  float t = __fmul_rn(f, __optx_log1p_slope(f));
  float low = fmaf(t, 0x1.715476p+0f, __fmul_rn(f, 0x1.4ae0cp-26f));
  return __optx_log_special(y, fmaf(e, 0x1p-23f, fmaf(f, 0x1.715476p+0f, low)));
}

__device__ __forceinline__ float log10f(float x) {
  float e;
  float y;
  float f = __optx_log_reduce(x, &e, &y);
  float t = __fmul_rn(f, __optx_log1p_slope(f));
  float low = fmaf(e, -0x1.ec10cp-50f, __fmul_rn(f, -0x1.5b235ep-27f));
  low = fmaf(t, 0x1.bcb7b2p-2f, low);
  float r = fmaf(f, 0x1.bcb7b2p-2f, low);
  return __optx_log_special(y, fmaf(e, 0x1.344136p-25f, r));
}

// |x|^y for |x| positive and finite and y finite: the logarithm is a sum of two floats.
static __device__ __forceinline__ float __optx_pow_positive(float x, float y) {
  float e;
  float scaled;
  float m = __optx_log_split(x, &e, &scaled);
  // log(m) by q = 2 (m - 1) / (m + 1): q + q^3 / 12 + ...
  float u = __fadd_rn(m, -1.0f);
  float v = __fadd_rn(m, 1.0f);
  float vl = __fadd_rn(m, -__fadd_rn(v, -1.0f));
  float u2 = __fadd_rn(u, u);
  float rv = __optx_rcpf(v);
  float q = __fmul_rn(u2, rv);
  float rest = fmaf(-q, v, u2);
  rest = fmaf(-q, vl, rest);
  float ql = __fmul_rn(rest, rv);
  // t = q^2 in two floats.
  float t = __fmul_rn(q, q);
  float tl = fmaf(q, q, -t);
  tl = fmaf(__fadd_rn(q, q), ql, tl);
  // (log - q) / q^3 without its first term, 1 / 12, which is kept in two floats.
  float u3 = 0x1.ddd0bep-12f;
  u3 = fmaf(u3, t, 0x1.245c3ap-9f);
  u3 = fmaf(u3, t, 0x1.9999ecp-7f);
  u3 = __fmul_rn(u3, t);
  float c = 0x1.555556p-4f;
  float cl = -0x1.55554p-30f;
  float ph = __fadd_rn(c, u3);
  float pl = __fadd_rn(__fadd_rn(u3, -__fadd_rn(ph, -c)), cl);
  // q^3 = q * t, then times p.
  float w = __fmul_rn(t, q);
  float wl = fmaf(t, q, -w);
  wl = fmaf(t, ql, wl);
  wl = fmaf(tl, q, wl);
  float z = __fmul_rn(w, ph);
  float zl = fmaf(w, ph, -z);
  zl = fmaf(w, pl, zl);
  zl = fmaf(wl, ph, zl);
  // log(m) = q + z
  float h = __fadd_rn(q, z);
  float l = __fadd_rn(__fadd_rn(__fadd_rn(z, -__fadd_rn(h, -q)), zl), ql);
  // e * log(2) is larger than log(m) or zero; its first part is exact.
  float a = __fmul_rn(e, 0x1.62e4p-1f);
  float s = __fadd_rn(a, h);
  float sl = e == 0.0f ? 0.0f : __fadd_rn(h, -__fadd_rn(s, -a));
  l = __fadd_rn(__fadd_rn(l, sl), __fmul_rn(e, 0x1.7f7d1cp-20f));
  float g = __fadd_rn(s, l);
  float gl = __fadd_rn(l, -__fadd_rn(g, -s));
  // y * log(x), and what its product lost, within the bounds of what is not 0 or infinite.
  float p = __fmul_rn(y, g);
  float k = fminf(fmaxf(p, -110.0f), 110.0f);
  float kl = k == p ? fmaf(y, gl, fmaf(y, g, -p)) : 0.0f;
  // k / ln(2) = n + f, n whole and in -126..127: what is left beyond is for the guess at a power of two.
  float j = fmaf(fminf(fmaxf(k, -87.3f), 88.0f), 0x1.715476p+0f, 12582912.0f);
  float n = __fsub_rn(j, 12582912.0f);
  float f = fmaf(k, 0x1.715476p+0f, -n);
  f = fmaf(k, 0x1.4ae0cp-26f, fmaf(kl, 0x1.715476p+0f, f));
  return __fmul_rn(__optx_ex2f(f), __int_as_float((__float_as_int(j) << 23) + 0x3f800000));
}

// x^y where x is not positive, normal and finite or y not finite; r is |x|^y where both are finite and x is not 0.
static __device__ __forceinline__ float __optx_pow_special(float x, float y, float r) {
  float inf = __int_as_float(0x7f800000);
  if (x == 1.0f || y == 0.0f) return 1.0f;
  if (x != x || y != y) return x + y;
  float ax = fabsf(x), ay = fabsf(y);
  // Odd: an integer whose half is none. From 2^24 on all floats are even.
  float whole = truncf(ay);
  float half = __fmul_rn(ay, 0.5f);
  bool integer = whole == ay;
  bool odd = integer && truncf(half) != half && ay < 0x1p24f;
  bool negative = __float_as_int(x) < 0;
  if (ax == inf || ax == 0.0f) {
    bool large = (ax == inf) == (y > 0.0f);
    r = large ? inf : 0.0f;
    return odd && negative ? -r : r;
  }
  if (ay == inf) {
    if (ax == 1.0f) return 1.0f;
    return (ax > 1.0f) == (y > 0.0f) ? inf : 0.0f;
  }
  if (negative && !integer) return __int_as_float(0x7fffffff);
  return odd && negative ? -r : r;
}

__device__ float powf(float x, float y) {
  // Of 1, and to the power 0, it is 1 by itself. Subnormals may have to be zeros.
  float r = __optx_pow_positive(fabsf(x), y);
  bool plain = __float_as_uint(x) - 0x800000u < 0x7f000000u && fabsf(y) < __int_as_float(0x7f800000);
  return plain ? r : __optx_pow_special(x, y, r);
}

__device__ float powif(float x, int n) {
  // A float cannot hold every n, but whether it is odd counts only for the sign.
  float r = powf(fabsf(x), (float)n);
  return (n & 1) != 0 && __float_as_int(x) < 0 ? -r : r;
}

// Exponential, logarithm and power of floats.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// e^f as a polynomial, |f| <= ln(2)/2, times 2^n; n in -151..129.
static __device__ __forceinline__ float __optx_exp_scaled(float f, int n) {
  // (e^f - 1 - f) / f^2
  float p = 0x1.6d112cp-10f;
  p = fmaf(p, f, 0x1.120b9p-7f);
  p = fmaf(p, f, 0x1.55551ap-5f);
  p = fmaf(p, f, 0x1.5554dcp-3f);
  p = fmaf(p, f, 0.5f);
  float r = fmaf(__fmul_rn(p, f), f, f);
  r = __fadd_rn(r, 1.0f);
  // Two steps, so that neither scale overflows and only the last one rounds.
  int half = n >> 1;
  float a = __int_as_float((half + 127) << 23);
  float b = __int_as_float((n - half + 127) << 23);
  return __fmul_rn(__fmul_rn(r, a), b);
}

__device__ __forceinline__ float expf(float x) {
  // Past these bounds the result is 0 or infinite. A NaN passes both comparisons.
  float y = x > 89.0f ? 89.0f : x;
  y = y < -104.0f ? -104.0f : y;
  float n = rintf(__fmul_rn(y, 0x1.715476p+0f));
  float f = fmaf(n, -0x1.62e4p-1f, y);
  f = fmaf(n, -0x1.7f7d1cp-20f, f);
  return __optx_exp_scaled(f, __float2int_rn(n));
}

// x = 2^e * (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); x positive and finite.
static __device__ __forceinline__ float __optx_log_split(float x, float *e) {
  float bias = 0.0f;
  if (x < 0x1p-126f) {
    x = __fmul_rn(x, 0x1p23f);
    bias = -23.0f;
  }
  int i = __float_as_int(x);
  int k = (i - 0x3f3504f3) >> 23;
  *e = __fadd_rn(bias, (float)k);
  return __int_as_float(i - (k << 23));
}

// log(1 + f) - f
static __device__ __forceinline__ float __optx_log1p_tail(float f) {
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
  return __fmul_rn(__fmul_rn(f, f), q);
}

// The logarithm of what is not positive and finite.
static __device__ __forceinline__ float __optx_log_special(float x) {
  if (x == 0.0f) return __int_as_float(0xff800000);
  if (x < 0.0f) return __int_as_float(0x7fffffff);
  return x + x;
}

__device__ __forceinline__ float logf(float x) {
  if (x > 0.0f && x < __int_as_float(0x7f800000)) {
    float e;
    float f = __fadd_rn(__optx_log_split(x, &e), -1.0f);
    float t = fmaf(e, -0x1.05c61p-29f, __optx_log1p_tail(f));
    return fmaf(e, 0x1.62e43p-1f, __fadd_rn(f, t));
  }
  return __optx_log_special(x);
}

__device__ __forceinline__ float log2f(float x) {
  if (x > 0.0f && x < __int_as_float(0x7f800000)) {
    float e;
    float f = __fadd_rn(__optx_log_split(x, &e), -1.0f);
    float t = __optx_log1p_tail(f);
    float low = fmaf(t, 0x1.715476p+0f, __fmul_rn(f, 0x1.4ae0cp-26f));
    return __fadd_rn(e, fmaf(f, 0x1.715476p+0f, low));
  }
  return __optx_log_special(x);
}

__device__ __forceinline__ float log10f(float x) {
  if (x > 0.0f && x < __int_as_float(0x7f800000)) {
    float e;
    float f = __fadd_rn(__optx_log_split(x, &e), -1.0f);
    float t = __optx_log1p_tail(f);
    float low = fmaf(e, -0x1.ec10cp-27f, __fmul_rn(f, -0x1.5b235ep-27f));
    low = fmaf(t, 0x1.bcb7b2p-2f, low);
    float r = fmaf(f, 0x1.bcb7b2p-2f, low);
    return fmaf(e, 0x1.344136p-2f, r);
  }
  return __optx_log_special(x);
}

// |x|^y for |x| positive and finite and y finite: the logarithm is a sum of two floats.
static __device__ __forceinline__ float __optx_pow_positive(float x, float y) {
  float e;
  float m = __optx_log_split(x, &e);
  // log(m) by q = 2 (m - 1) / (m + 1): q + q^3 / 12 + ...
  float u = __fadd_rn(m, -1.0f);
  float v = __fadd_rn(m, 1.0f);
  float vl = __fadd_rn(m, -__fadd_rn(v, -1.0f));
  float u2 = __fadd_rn(u, u);
  float rv = __frcp_rn(v);
  float q = __fmul_rn(u2, rv);
  float rest = fmaf(-q, v, u2);
  rest = fmaf(-q, vl, rest);
  float ql = __fmul_rn(rest, rv);
  // t = q^2 in two floats.
  float t = __fmul_rn(q, q);
  float tl = fmaf(q, q, -t);
  tl = fmaf(__fadd_rn(q, q), ql, tl);
  // (log - q) / q^3 without its first term, 1 / 12, which is kept in two floats.
  float p = 0x1.ddd0bep-12f;
  p = fmaf(p, t, 0x1.245c3ap-9f);
  p = fmaf(p, t, 0x1.9999ecp-7f);
  p = __fmul_rn(p, t);
  float c = 0x1.555556p-4f;
  float cl = -0x1.55554p-30f;
  float ph = __fadd_rn(c, p);
  float pl = __fadd_rn(__fadd_rn(p, -__fadd_rn(ph, -c)), cl);
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
  // y * log(x)
  float k = __fmul_rn(y, g);
  if (k > 89.5f) return __int_as_float(0x7f800000);
  if (k < -104.5f) return 0.0f;
  float kl = fmaf(y, g, -k);
  kl = fmaf(y, gl, kl);
  float n = rintf(__fmul_rn(k, 0x1.715476p+0f));
  float f = fmaf(n, -0x1.62e4p-1f, k);
  f = fmaf(n, -0x1.7f7d1cp-20f, f);
  return __optx_exp_scaled(__fadd_rn(f, kl), __float2int_rn(n));
}

__device__ float powf(float x, float y) {
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
  float r;
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
  r = __optx_pow_positive(ax, y);
  return odd && negative ? -r : r;
}

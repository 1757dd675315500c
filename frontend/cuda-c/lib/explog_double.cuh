// Exponentials and logarithms of doubles, and their power.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// 2^n, n in -1022..1023.
static __device__ __forceinline__ double __optx_power_of_two(int n) { return __hiloint2double((n + 1023) << 20, 0); }

// v * 2^n, n in -2044..2046: two steps, so that neither scale overflows and only the last one rounds.
static __device__ __forceinline__ double __optx_scale(double v, int n) {
  int half = n >> 1;
  return __dmul_rn(__dmul_rn(v, __optx_power_of_two(half)), __optx_power_of_two(n - half));
}

// (e^f - 1 - f) / f^2, |f| <= ln(2) / 2.
static __device__ __forceinline__ double __optx_exp_rest(double f) {
  double p = 0x1.61bf46077905p-33;
  p = fma(p, f, 0x1.1f7f26bd6d4afp-29);
  p = fma(p, f, 0x1.ae642cbef8effp-26);
  p = fma(p, f, 0x1.27e4d419cb2aap-22);
  p = fma(p, f, 0x1.71de3a5a9ac06p-19);
  p = fma(p, f, 0x1.a01a01a9e96c4p-16);
  p = fma(p, f, 0x1.a01a01a0196d3p-13);
  p = fma(p, f, 0x1.6c16c16c15a69p-10);
  p = fma(p, f, 0x1.1111111111111p-7);
  p = fma(p, f, 0x1.5555555555557p-5);
  p = fma(p, f, 0x1.5555555555555p-3);
  p = fma(p, f, 0x1p-1);
  return p;
}

// (e^f - 1 - f), |f| <= ln(2) / 2.
static __device__ __forceinline__ double __optx_exp_tail(double f) { return __dmul_rn(__dmul_rn(__optx_exp_rest(f), f), f); }

// 2^k * e^x where the power of two in it, 2^(k + x / ln(2)) with the exponent rounded, is normal or infinite. By some 0.3 units of
// the last place less exact than exp.
static __device__ __forceinline__ double __optx_exp_normal(double x, int k) {
  double n = rint(__dmul_rn(x, 0x1.71547652b82fep+0));
  double f = fma(n, -0x1.62e42fefa39efp-1, x);
  f = fma(n, -0x1.abc9e3b39803fp-56, f);
  double p = fma(fma(__optx_exp_rest(f), f, 1.0), f, 1.0);
  return __dmul_rn(p, __optx_power_of_two(__double2int_rn(n) + k));
}

// e^(f + l), |f| <= ln(2) / 2, for a small l.
static __device__ __forceinline__ double __optx_exp_small(double f, double l) {
  double h = __dadd_rn(1.0, f);
  double t = __optx_exp_tail(f);
  double low = fma(l, __dadd_rn(h, t), __dadd_rn(__dsub_rn(1.0, h), f));
  return __dadd_rn(h, __dadd_rn(t, low));
}

// e^(h + l) for a small l.
static __device__ __forceinline__ double __optx_exp_sum(double h, double l) {
  double n = rint(__dmul_rn(h, 0x1.71547652b82fep+0));
  double f = fma(n, -0x1.62e42fefa39efp-1, h);
  f = fma(n, -0x1.abc9e3b39803fp-56, f);
  return __optx_scale(__optx_exp_small(f, l), __double2int_rn(n));
}

// e^f 2^n for |f| <= ln(2) / 2, where j has n in its low bits and is right for |x| < 1100: within 0.96 units of the last place.
// What is out of the normal numbers is left to a path of its own, told by x's size: its high word's magnitude as a float's bits.
static __device__ __forceinline__ double __optx_exp_power(double x, double f, double j, float normal) {
  // (e^f - 1 - f) / f^2
  double p = 0x1.adb0dda1f9273p-26;
  p = fma(p, f, 0x1.28addf42aae7cp-22);
  p = fma(p, f, 0x1.71df046b2e6fap-19);
  p = fma(p, f, 0x1.a019997f28cc6p-16);
  p = fma(p, f, 0x1.a01a013a1309fp-13);
  p = fma(p, f, 0x1.6c16c1846bc68p-10);
  p = fma(p, f, 0x1.1111111124940p-7);
  p = fma(p, f, 0x1.55555555506e4p-5);
  p = fma(p, f, 0x1.5555555555508p-3);
  p = fma(p, f, 0x1.000000000000ap-1);
  p = fma(fma(p, f, 1.0), f, 1.0);
  int n = __double2loint(j);
  if (!(fabsf(__int_as_float(__double2hiint(x))) < normal)) {
    // A NaN is neither small nor negative.
    if (fabs(x) < 1100.0) return __optx_scale(p, n);
    return x < 0.0 ? 0.0 : __dadd_rn(x, __longlong_as_double(0x7ff0000000000000LL));
  }
  return __hiloint2double(__double2hiint(p) + (n << 20), __double2loint(p));
}

__device__ double exp(double x) {
  double j = fma(x, 0x1.71547652b82fep+0, 0x1.8p52);
  double n = __dsub_rn(j, 0x1.8p52);
  double f = fma(n, -0x1.62e42fefa39efp-1, x);
  f = fma(n, -0x1.abc9e3b39803fp-56, f);
  // 708
  return __optx_exp_power(x, f, j, 0x1.0c4p+2f);
}

__device__ double exp2(double x) {
  double j = __dadd_rn(x, 0x1.8p52);
  double f = __dsub_rn(x, __dsub_rn(j, 0x1.8p52));
  // 1022
  return __optx_exp_power(x, __dmul_rn(f, 0x1.62e42fefa39efp-1), j, 0x1.1fep+2f);
}

__device__ double exp10(double x) {
  double y = x > 309.0 ? 309.0 : x;
  y = y < -325.0 ? -325.0 : y;
  double n = rint(__dmul_rn(y, 0x1.a934f0979a371p+1));
  double f = fma(n, -0x1.34413509f79ffp-2, y);
  f = fma(n, 0x1.9dc1da994fd21p-59, f);
  double h = __dmul_rn(f, 0x1.26bb1bbb55516p+1);
  double l = fma(f, 0x1.26bb1bbb55516p+1, -h);
  l = fma(f, -0x1.f48ad494ea3e9p-53, l);
  return __optx_scale(__optx_exp_small(h, l), __double2int_rn(n));
}

__device__ double expm1(double x) {
  double y = x > 710.0 ? 710.0 : x;
  if (y < -40.0) return -1.0;
  double n = rint(__dmul_rn(y, 0x1.71547652b82fep+0));
  double f1 = fma(n, -0x1.62e42fefa39efp-1, y);
  double f = fma(n, -0x1.abc9e3b39803fp-56, f1);
  double fl = fma(n, -0x1.abc9e3b39803fp-56, __dsub_rn(f1, f));
  double t = __optx_exp_tail(f);
  int k = __double2int_rn(n);
  // Minus zero, and subnormals, stay as they are.
  if (k == 0) return fabs(x) < 0x1p-60 ? x : __dadd_rn(f, t);
  // 2^k (f + t) + (2^k - 1), at half the size.
  double s = __optx_power_of_two(k - 1);
  double a = __dsub_rn(s, 0.5);
  double b = __dmul_rn(f, s);
  double h = __dadd_rn(a, b);
  double v = __dsub_rn(h, a);
  double l = __dadd_rn(__dsub_rn(a, __dsub_rn(h, v)), __dsub_rn(b, v));
  // Past 2^53 the half is lost in a.
  return __dmul_rn(__dadd_rn(h, fma(t, s, fma(__dmul_rn(fl, s), __dadd_rn(1.0, f), l))), 2.0);
}

// The e of x = 2^e * m with m between sqrt(1/2) and sqrt(2); x positive and normal.
static __device__ __forceinline__ int __optx_log_exponent(double x) { return (__double2hiint(x) - 0x3fe6a09e) >> 20; }

// Its m.
static __device__ __forceinline__ double __optx_log_part(double x, int e) { return __hiloint2double(__double2hiint(x) - (e << 20), __double2loint(x)); }

// log(m) - (f - q), for f = m - 1 and q = f^2 / 2.
static __device__ __forceinline__ double __optx_log_tail(double f, double q) {
  double s = __optx_div(f, __dadd_rn(2.0, f));
  double z = __dmul_rn(s, s);
  // (2 atanh(s) / s - 2) / s^2
  double p = 0x1.0c135adcf7286p-3;
  p = fma(p, z, 0x1.0fbd14054440ap-3);
  p = fma(p, z, 0x1.3b1c43c68ebcp-3);
  p = fma(p, z, 0x1.745cf8c09a9d3p-3);
  p = fma(p, z, 0x1.c71c7201fc0e6p-3);
  p = fma(p, z, 0x1.249249247670ap-2);
  p = fma(p, z, 0x1.9999999999a3ap-2);
  p = fma(p, z, 0x1.5555555555555p-1);
  return __dmul_rn(s, fma(p, z, q));
}

// log(2^e * (1 + f)) + c, for f = m - 1 and a small c.
static __device__ __forceinline__ double __optx_log_sum(double f, int e, double c) {
  double q = __dmul_rn(__dmul_rn(0.5, f), f);
  double k = (double)e;
  double low = __dadd_rn(__optx_log_tail(f, q), fma(k, 0x1.a39ef35793c76p-33, c));
  return fma(k, 0x1.62e42feep-1, -__dsub_rn(__dsub_rn(q, low), f));
}

// log(x * 2^n), x positive and normal.
static __device__ __forceinline__ double __optx_log_normal(double x, int n) {
  int e = __optx_log_exponent(x);
  return __optx_log_sum(__dsub_rn(__optx_log_part(x, e), 1.0), e + n, 0.0);
}

// Whether x is positive and normal.
static __device__ __forceinline__ bool __optx_log_plain(double x) { return (unsigned int)__double2hiint(x) - 0x100000u < 0x7fe00000u; }

// What a logarithm is of arguments that are not positive and finite.
static __device__ __forceinline__ double __optx_log_special(double x) { return x == 0.0 ? -__longlong_as_double(0x7ff0000000000000LL) : x < 0.0 ? __longlong_as_double(0x7fffffffffffffffLL) : __dadd_rn(x, x); }

__device__ double log(double x) {
  int n = 0;
  if (!__optx_log_plain(x)) {
    if (!(x > 0.0 && x < 1.0)) return __optx_log_special(x);
    x = __dmul_rn(x, 0x1p54);
    n = -54;
  }
  return __optx_log_normal(x, n);
}

// log((1 + x) * 2^n), x > -1 and finite, n 0 unless x is large.
static __device__ __forceinline__ double __optx_log1p_finite(double x, int n) {
  double u = __dadd_rn(1.0, x);
  int e = __optx_log_exponent(u);
  // What the sum lost, as a part of it; near 1 there is x itself.
  double c = x > 1.0 ? __dsub_rn(1.0, __dsub_rn(u, x)) : __dsub_rn(x, __dsub_rn(u, 1.0));
  c = __dmul_rn(c, __optx_rcp(u));
  return __optx_log_sum(e == 0 ? x : __dsub_rn(__optx_log_part(u, e), 1.0), e + n, e == 0 ? 0.0 : c);
}

__device__ double log1p(double x) {
  if (!(x > -1.0 && x < __longlong_as_double(0x7ff0000000000000LL))) return x == -1.0 ? -__longlong_as_double(0x7ff0000000000000LL) : x < -1.0 ? __longlong_as_double(0x7fffffffffffffffLL) : __dadd_rn(x, x);
  // Minus zero stays as it is.
  return copysign(__optx_log1p_finite(x, 0), x);
}

// n * (e0 + e1) + log(x) * c for c = c0 + c1, the logarithm of 2^n * x to another base, that of 2 being e0 + e1 with an e0 of
// few bits; x positive and normal.
static __device__ __forceinline__ double __optx_log_base(double x, int n, double e0, double e1, double c0, double c1) {
  int e = __optx_log_exponent(x);
  double f = __dsub_rn(__optx_log_part(x, e), 1.0);
  double k = (double)(e + n);
  double q = __dmul_rn(__dmul_rn(0.5, f), f);
  double t = __optx_log_tail(f, q);
  double h = __dsub_rn(f, q);
  double l = __dadd_rn(__dsub_rn(__dsub_rn(f, h), q), t);
  double p = __dmul_rn(h, c0);
  l = fma(h, c1, fma(l, c0, fma(h, c0, -p)));
  double a = __dmul_rn(k, e0);
  double s = __dadd_rn(a, p);
  // a is the larger one or 0.
  l = __dadd_rn(__dadd_rn(__dsub_rn(a, s), p), l);
  return __dadd_rn(s, fma(k, e1, l));
}

__device__ double log2(double x) {
  int n = 0;
  if (!__optx_log_plain(x)) {
    if (!(x > 0.0 && x < 1.0)) return __optx_log_special(x);
    x = __dmul_rn(x, 0x1p54);
    n = -54;
  }
  return __optx_log_base(x, n, 1.0, 0.0, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
}

__device__ double log10(double x) {
  int n = 0;
  if (!__optx_log_plain(x)) {
    if (!(x > 0.0 && x < 1.0)) return __optx_log_special(x);
    x = __dmul_rn(x, 0x1p54);
    n = -54;
  }
  return __optx_log_base(x, n, 0x1.34413508p-2, 0x1.f79fef311f12bp-34, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

// A sum of two, the first of which is the sum rounded.
struct __optx_pair {
  double high;
  double low;
};

// log(x), x positive and finite, to about 70 bits.
static __device__ __forceinline__ __optx_pair __optx_log_pair(double x) {
  int n = 0;
  if (x < 0x1p-1022) {
    x = __dmul_rn(x, 0x1p54);
    n = -54;
  }
  int e = __optx_log_exponent(x);
  double v = __optx_log_part(x, e);
  double k = (double)(e + n);
  // log(v) as a + al.
  double f = __dsub_rn(v, 1.0);
  double d = __dadd_rn(v, 1.0);
  double dl = __dsub_rn(v, __dsub_rn(d, 1.0));
  double i = __optx_reciprocal(d);
  double s = __dmul_rn(f, i);
  s = fma(fma(-s, d, f), i, s);
  double sl = __dmul_rn(fma(-s, dl, fma(-s, d, f)), i);
  double z = __dmul_rn(s, s);
  double zl = fma(__dadd_rn(s, s), sl, fma(s, s, -z));
  // ((atanh(s) / s - 1) / s^2 - 1/3) / s^2
  double q = 0x1.988a7799e4c1dp-5;
  q = fma(q, z, 0x1.82b9fe8a32962p-5);
  q = fma(q, z, 0x1.af46bb748bb34p-5);
  q = fma(q, z, 0x1.e1e13defcdc52p-5);
  q = fma(q, z, 0x1.11111222bbe26p-4);
  q = fma(q, z, 0x1.3b13b138e8607p-4);
  q = fma(q, z, 0x1.745d1745d3faep-4);
  q = fma(q, z, 0x1.c71c71c71c705p-4);
  q = fma(q, z, 0x1.2492492492492p-3);
  q = fma(q, z, 0x1.999999999999ap-3);
  double t = __dmul_rn(z, q);
  double h = __dadd_rn(0x1.5555555555555p-2, t);
  double l = __dadd_rn(__dadd_rn(__dsub_rn(0x1.5555555555555p-2, h), t), 0x1.5555555555555p-56);
  double m = __dmul_rn(z, h);
  double ml = fma(zl, h, fma(z, l, fma(z, h, -m)));
  double u = __dmul_rn(s, m);
  double ul = fma(sl, m, fma(s, ml, fma(s, m, -u)));
  double a = __dadd_rn(s, u);
  double al = __dadd_rn(__dadd_rn(__dsub_rn(s, a), u), __dadd_rn(sl, ul));
  a = __dadd_rn(a, a);
  al = __dadd_rn(al, al);
  // k's part is the larger one or 0.
  double b = __dmul_rn(k, 0x1.62e42feep-1);
  double c = __dadd_rn(b, a);
  al = fma(k, 0x1.a39ef35793c76p-33, __dadd_rn(al, __dadd_rn(__dsub_rn(b, c), a)));
  __optx_pair r;
  r.high = __dadd_rn(c, al);
  r.low = __dadd_rn(__dsub_rn(c, r.high), al);
  return r;
}

// x^y for x positive and finite, y finite.
static __device__ __forceinline__ double __optx_pow_positive(double x, double y) {
  __optx_pair r = __optx_log_pair(x);
  double p = __dmul_rn(y, r.high);
  if (p > 710.0) return __longlong_as_double(0x7ff0000000000000LL);
  if (p < -746.0) return 0.0;
  return __optx_exp_sum(p, fma(y, r.low, fma(y, r.high, -p)));
}

// v * x^(x - 1/2) * e^-x or, for the reciprocal, v / (x^(x - 1/2) * e^-x), 12 <= x < 200. Only the end is rounded to a subnormal.
static __device__ __forceinline__ double __optx_stirling(double x, bool reciprocal, double v) {
  __optx_pair r = __optx_log_pair(x);
  double y = __dsub_rn(x, 0.5);
  double p = __dmul_rn(y, r.high);
  double h = __dsub_rn(p, x);
  double l = __dadd_rn(__dsub_rn(__dsub_rn(p, h), x), fma(y, r.low, fma(y, r.high, -p)));
  if (reciprocal) {
    h = -h;
    l = -l;
  }
  double n = rint(__dmul_rn(h, 0x1.71547652b82fep+0));
  double f = fma(n, -0x1.62e42fefa39efp-1, h);
  f = __dadd_rn(f, fma(n, -0x1.abc9e3b39803fp-56, l));
  v = fma(v, fma(__dmul_rn(__optx_exp_rest(f), f), f, f), v);
  return __optx_scale(v, __double2int_rn(n));
}

__device__ double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  if (isnan(x) || isnan(y)) return __dadd_rn(x, y);
  double a = fabs(x);
  double b = fabs(y);
  bool whole = trunc(y) == y;
  bool odd = whole && b < 0x1p53 && (__double2ll_rz(y) & 1ll) != 0;
  if (isinf(y)) return a == 1.0 ? 1.0 : (a > 1.0) == (y > 0.0) ? __longlong_as_double(0x7ff0000000000000LL) : 0.0;
  double r;
  if (a == 0.0 || isinf(a)) {
    r = (a == 0.0) == (y < 0.0) ? __longlong_as_double(0x7ff0000000000000LL) : 0.0;
  } else {
    if (x < 0.0 && !whole) return __longlong_as_double(0x7fffffffffffffffLL);
    r = __optx_pow_positive(a, y);
  }
  return odd && __double2hiint(x) < 0 ? -r : r;
}

__device__ double powi(double x, int n) { return pow(x, (double)n); }

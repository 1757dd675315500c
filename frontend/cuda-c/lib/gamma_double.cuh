// The gamma function and its logarithm, of doubles.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// 1 / Gamma(z), 1 <= z <= 2.
static __device__ __forceinline__ double __optx_reciprocal_gamma(double z) {
  double t = __dsub_rn(z, 1.5);
  double p = 0x1.21263fe0d7581p-26;
  p = fma(p, t, -0x1.82a4ea6702998p-24);
  p = fma(p, t, 0x1.f2ae41d5b51adp-25);
  p = fma(p, t, 0x1.2172c2ddcbee9p-19);
  p = fma(p, t, -0x1.d24cdaed928e6p-17);
  p = fma(p, t, 0x1.a96374da02946p-16);
  p = fma(p, t, 0x1.3f84605541cc3p-13);
  p = fma(p, t, -0x1.232bd852d67ecp-10);
  p = fma(p, t, 0x1.15f7f0609c138p-9);
  p = fma(p, t, 0x1.b16203e548491p-8);
  p = fma(p, t, -0x1.5955cc3972186p-5);
  p = fma(p, t, 0x1.a18540be33653p-5);
  p = fma(p, t, 0x1.669be41a93892p-3);
  p = fma(p, t, -0x1.0da5a671c048cp-1);
  p = fma(p, t, -0x1.514d3d90584b3p-5);
  p = fma(p, t, 0x1.20dd750429b6dp+0);
  return p;
}

__device__ double tgamma(double x) {
  double a = fabs(x);
  // NaN, infinities and poles.
  if (!(a < __longlong_as_double(0x7ff0000000000000LL)) || (x < 0.0 && a == floor(a))) return x < 0.0 ? __longlong_as_double(0x7fffffffffffffffLL) : __dadd_rn(x, x);
  // 1 / x, which may overflow.
  if (a < 0x1p-60) return a == 0.0 ? copysign(__longlong_as_double(0x7ff0000000000000LL), x) : __dmul_rn(__optx_reciprocal(__dmul_rn(x, 0x1p100)), 0x1p100);
  if (x > 172.0) return __longlong_as_double(0x7ff0000000000000LL);
  bool large = a >= 12.0;
  // Gamma(a), or for a large a Gamma(a) e^a a^(1/2 - a), is product / rest.
  double product = 1.0;
  double rest = 1.0;
  if (large) {
    double u = __optx_reciprocal(a);
    // (Gamma(a) e^a a^(1/2 - a) / sqrt(2 pi) - 1) a
    double p = 0x1.70c69086cab2fp-11;
    p = fma(p, u, -0x1.4fe4d90cf17e2p-16);
    p = fma(p, u, -0x1.3836b4d9cc339p-11);
    p = fma(p, u, 0x1.254b90948a942p-14);
    p = fma(p, u, 0x1.9b0f0198d6547p-11);
    p = fma(p, u, -0x1.e13ccf5a6eeeap-13);
    p = fma(p, u, -0x1.5f7268f1ccdb8p-9);
    p = fma(p, u, 0x1.c71c71c72311p-9);
    p = fma(p, u, 0x1.5555555555553p-4);
    product = __dmul_rn(u, p);
    product = fma(product, 0x1.40d931ff62706p+1, 0x1.40d931ff62706p+1);
  } else {
    double b = a < 1.0 ? __dadd_rn(a, 1.0) : a;
    // b - 1 is exact. The product's rounding errors are kept beside it.
    double low = 0.0;
    while (b > 2.0) {
      b = __dsub_rn(b, 1.0);
      double h = __dmul_rn(product, b);
      low = fma(low, b, fma(product, b, -h));
      product = h;
    }
    product = __dadd_rn(product, low);
    rest = __optx_reciprocal_gamma(b);
    if (a < 1.0) rest = __dmul_rn(rest, a);
  }
  if (x < 0.0) {
    // Gamma(-a) = -pi / (a sin(pi a) Gamma(a))
    double s = sinpi(a);
    if (a > 190.0) return copysign(0.0, -s);
    s = __dmul_rn(__dmul_rn(a, s), product);
    product = __dmul_rn(-0x1.921fb54442d18p+1, rest);
    rest = s;
  }
  double v = __optx_div(product, rest);
  return large ? __optx_stirling(a, x < 0.0, v) : v;
}

// ln Gamma(2 + t), -0.78 <= t <= 1/2.
static __device__ __forceinline__ double __optx_lgamma_near_2(double t) {
  // ln Gamma(2 + t) / t
  double q = -0x1.a858f2646a15ep-25;
  q = fma(q, t, -0x1.e3a6b05e2fb33p-25);
  q = fma(q, t, -0x1.96f3f3eb047f9p-27);
  q = fma(q, t, 0x1.10cdfb6a55853p-23);
  q = fma(q, t, -0x1.3c00f3e6a62e7p-24);
  q = fma(q, t, 0x1.7700bc01c7a8dp-23);
  q = fma(q, t, -0x1.f9fe4cfaa1b15p-22);
  q = fma(q, t, 0x1.02cceb63e08b4p-20);
  q = fma(q, t, -0x1.10a6998e23bc9p-19);
  q = fma(q, t, 0x1.25855bfe8b21ep-18);
  q = fma(q, t, -0x1.3cca1efe8dbbp-17);
  q = fma(q, t, 0x1.580df0de20766p-16);
  q = fma(q, t, -0x1.78ddf1879a6aap-15);
  q = fma(q, t, 0x1.a127b2cd59b96p-14);
  q = fma(q, t, -0x1.d3fd4e73ad8bp-13);
  q = fma(q, t, 0x1.0b36af7f18bd1p-11);
  q = fma(q, t, -0x1.38ac5c2935db3p-10);
  q = fma(q, t, 0x1.7add6eadca862p-9);
  q = fma(q, t, -0x1.e404fc2193554p-8);
  q = fma(q, t, 0x1.51322ac7d83d8p-6);
  q = fma(q, t, -0x1.13e001a5575fep-4);
  q = fma(q, t, 0x1.4a34cc4a60fa6p-2);
  q = fma(q, t, 0x1.b0ee6072093cep-2);
  return __dmul_rn(t, q);
}

// ln(pi / (a |sin(pi a)|)): that of Gamma(a) Gamma(-a).
static __device__ __noinline__ double __optx_lgamma_mirror(double a) { return __optx_log_normal(__optx_div(0x1.921fb54442d18p+1, __dmul_rn(a, fabs(sinpi(a)))), 0); }

__device__ double lgamma(double x) {
  double a = fabs(x);
  if (!(a < __longlong_as_double(0x7ff0000000000000LL))) return __dmul_rn(x, x);
  // A pole.
  if (x <= 0.0 && a == floor(a)) return __longlong_as_double(0x7ff0000000000000LL);
  // Of some argument a logarithm is taken, the same for all.
  double b = a;
  double t = 0.0;
  int n = 0;
  bool minus = true;
  if (a < 0.5) {
    // ln Gamma(2 + a) - ln(a (1 + a))
    t = a;
    b = fma(a, a, a);
    if (a < 0x1p-60) {
      t = 0.0;
      b = __dmul_rn(a, 0x1p100);
      n = -100;
    }
  } else if (a < 1.23) {
    // ln Gamma(1 + a) - ln(a)
    t = __dsub_rn(a, 1.0);
  } else if (a < 8.0) {
    // ln Gamma(a - k) + ln((a - 1) ... (a - k))
    t = a;
    b = 1.0;
    while (t > 2.5) {
      t = __dsub_rn(t, 1.0);
      b = __dmul_rn(b, t);
    }
    t = __dsub_rn(t, 2.0);
    minus = false;
  }
  double l = __optx_log_normal(b, n);
  double r;
  if (a < 8.0) {
    r = __dadd_rn(__optx_lgamma_near_2(t), minus ? -l : l);
  } else {
    double u = __optx_reciprocal(a);
    double v = __dmul_rn(u, u);
    // (ln Gamma(a) - (a - 1/2) ln(a) + a - ln(2 pi) / 2) a
    double p = 0x1.bfe7fb801134ep-4;
    p = fma(p, v, -0x1.c5cf54343ce1p-6);
    p = fma(p, v, 0x1.a241d30cf7ebdp-8);
    p = fma(p, v, -0x1.f699bff1176p-10);
    p = fma(p, v, 0x1.b951b1d76cddcp-11);
    p = fma(p, v, -0x1.38138110325b2p-11);
    p = fma(p, v, 0x1.a01a01a008df6p-11);
    p = fma(p, v, -0x1.6c16c16c16c0ap-9);
    p = fma(p, v, 0x1.5555555555555p-4);
    r = fma(__dsub_rn(a, 0.5), __dsub_rn(l, 1.0), fma(p, u, 0x1.acfe390c97d69p-2));
  }
  return x < 0.0 && a >= 0x1p-60 ? __dsub_rn(__optx_lgamma_mirror(a), r) : r;
}

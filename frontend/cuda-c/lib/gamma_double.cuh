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

// Gamma(a), 0 < a < 12.
static __device__ double __optx_gamma_small(double a) {
  if (a < 1.0) return __ddiv_rn(1.0, __dmul_rn(a, __optx_reciprocal_gamma(__dadd_rn(1.0, a))));
  // a - k is exact. The product's rounding errors are kept beside it.
  double product = 1.0;
  double low = 0.0;
  while (a > 2.0) {
    a = __dsub_rn(a, 1.0);
    double h = __dmul_rn(product, a);
    low = fma(low, a, fma(product, a, -h));
    product = h;
  }
  return __ddiv_rn(__dadd_rn(product, low), __optx_reciprocal_gamma(a));
}

// Gamma(a) / w, 12 <= a < 190, where w = a^(a / 2 - 1/4).
static __device__ __forceinline__ double __optx_gamma_large(double a, double *w) {
  double u = __ddiv_rn(1.0, a);
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
  *w = pow(a, fma(0.5, a, -0.25));
  double e = __dmul_rn(0x1.40d931ff62706p+1, exp(-a));
  return __dmul_rn(fma(__dmul_rn(e, u), p, e), *w);
}

__device__ double tgamma(double x) {
  double a = fabs(x);
  if (x == 0.0) return __ddiv_rn(1.0, x);
  if (!(a < __longlong_as_double(0x7ff0000000000000LL))) return x < 0.0 ? __longlong_as_double(0x7fffffffffffffffLL) : __dadd_rn(x, x);
  if (x > 0.0) {
    if (x < 12.0) return __optx_gamma_small(x);
    if (x > 172.0) return __longlong_as_double(0x7ff0000000000000LL);
    double w;
    double v = __optx_gamma_large(x, &w);
    return __dmul_rn(v, w);
  }
  // Gamma(-a) = -pi / (a sin(pi a) Gamma(a))
  if (a == floor(a)) return __longlong_as_double(0x7fffffffffffffffLL);
  if (a < 0x1p-60) return __ddiv_rn(1.0, x);
  double s = sinpi(a);
  if (a > 190.0) return copysign(0.0, -s);
  double r = __ddiv_rn(-0x1.921fb54442d18p+1, __dmul_rn(a, s));
  if (a < 12.0) return __ddiv_rn(r, __optx_gamma_small(a));
  double w;
  double v = __optx_gamma_large(a, &w);
  return __ddiv_rn(__ddiv_rn(r, w), v);
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

// ln Gamma(a), a > 0.
static __device__ double __optx_lgamma(double a) {
  if (a < 8.0) {
    if (a < 0.5) {
      return __dsub_rn(__dsub_rn(__optx_lgamma_near_2(a), log1p(a)), log(a));
    }
    if (a < 1.23) {
      double t = __dsub_rn(a, 1.0);
      return __dsub_rn(__optx_lgamma_near_2(t), log1p(t));
    }
    double product = 1.0;
    while (a > 2.5) {
      a = __dsub_rn(a, 1.0);
      product = __dmul_rn(product, a);
    }
    return __dadd_rn(log(product), __optx_lgamma_near_2(__dsub_rn(a, 2.0)));
  }
  double u = __ddiv_rn(1.0, a);
  double v = a < 0x1p60 ? __dmul_rn(u, u) : 0.0;
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
  double l = log(a);
  double tail = fma(p, u, 0x1.d67f1c864beb5p-1);
  if (a > 0x1p900) return __dmul_rn(a, __dsub_rn(l, 1.0));
  return fma(__dsub_rn(a, 0.5), __dsub_rn(l, 1.0), __dadd_rn(tail, -0.5));
}

__device__ double lgamma(double x) {
  double a = fabs(x);
  if (!(a < __longlong_as_double(0x7ff0000000000000LL))) return __dmul_rn(x, x);
  if (x > 0.0) return __optx_lgamma(x);
  // A pole.
  if (a == floor(a)) return __longlong_as_double(0x7ff0000000000000LL);
  if (a < 0x1p-60) return -log(a);
  // Gamma(-a) = -pi / (a sin(pi a) Gamma(a))
  double s = __dmul_rn(a, fabs(sinpi(a)));
  return __dsub_rn(log(__ddiv_rn(0x1.921fb54442d18p+1, s)), __optx_lgamma(a));
}

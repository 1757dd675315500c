// The gamma function and its logarithm, of floats: computed in double precision to some 33 bits.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// 1 / Gamma(z), 1 <= z <= 2.
static __device__ __forceinline__ double __optx_reciprocal_gammaf(double z) {
  double t = __dsub_rn(z, 1.5);
  double p = 0x1.2d560f550b318p-13;
  p = fma(p, t, -0x1.1ee024c4566e2p-10);
  p = fma(p, t, 0x1.16378863bcc3ap-9);
  p = fma(p, t, 0x1.b1253f85ed52bp-8);
  p = fma(p, t, -0x1.5956270c00e82p-5);
  p = fma(p, t, 0x1.a185ef29e0c55p-5);
  p = fma(p, t, 0x1.669be4d0329edp-3);
  p = fma(p, t, -0x1.0da5a6c924622p-1);
  p = fma(p, t, -0x1.514d3d93fa2c3p-5);
  p = fma(p, t, 0x1.20dd750461aaap+0);
  return p;
}

// |sin(pi a)|, 0 < a < 2^31.
static __device__ __forceinline__ double __optx_sinpi_size(double a) {
  double f = __dsub_rn(a, rint(a));
  double z = __dmul_rn(f, f);
  // sin(pi f) / f
  double p = -0x1.cc9b5f3456b49p-8;
  p = fma(p, z, 0x1.5014072bd9ca2p-4);
  p = fma(p, z, -0x1.32d12ebe6b56p-1);
  p = fma(p, z, 0x1.466bc069009p+1);
  p = fma(p, z, -0x1.4abbce51c31dap+2);
  p = fma(p, z, 0x1.921fb54425516p+1);
  return fabs(__dmul_rn(p, f));
}

__device__ float tgammaf(float x) {
  float b = fabsf(x);
  // NaN, infinities and poles.
  if (!(b < __int_as_float(0x7f800000)) || (x < 0.0f && b == floorf(b))) return x < 0.0f ? __int_as_float(0x7fffffff) : __fadd_rn(x, x);
  if (b == 0.0f) return copysignf(__int_as_float(0x7f800000), x);
  // Past these bounds the result is infinite or 0.
  b = b > 44.0f ? 44.5f : b;
  double a = (double)b;
  // Gamma(a) is product / rest.
  double product = 1.0;
  double z = a < 1.0 ? __dadd_rn(a, 1.0) : a;
  while (z > 2.0) {
    z = __dsub_rn(z, 1.0);
    product = __dmul_rn(product, z);
  }
  double rest = __optx_reciprocal_gammaf(z);
  if (a < 1.0) rest = __dmul_rn(rest, a);
  if (x < 0.0f) {
    // Gamma(-a) = -pi / (a sin(pi a) Gamma(a)), positive for an odd whole part.
    double s = __dmul_rn(__dmul_rn(a, __optx_sinpi_size(a)), product);
    product = __dmul_rn(0x1.921fb54442d18p+1, rest);
    rest = s;
  }
  float v = __double2float_rn(__dmul_rn(product, __optx_reciprocal(rest)));
  return x < 0.0f && ((int)fabsf(x) & 1) == 0 ? -v : v;
}

// ln(x), x positive and normal.
static __device__ __forceinline__ double __optx_log_brief(double x) {
  int hi = __double2hiint(x);
  int e = (hi - 0x3fe6a09e) >> 20;
  double f = __dsub_rn(__hiloint2double(hi - (e << 20), __double2loint(x)), 1.0);
  double s = __dmul_rn(f, __optx_reciprocal(__dadd_rn(2.0, f)));
  double z = __dmul_rn(s, s);
  // 2 atanh(s) / s
  double p = 0x1.e3ad08bdab91ap-3;
  p = fma(p, z, 0x1.2432d6dd9d9a8p-2);
  p = fma(p, z, 0x1.999a9c1770eap-2);
  p = fma(p, z, 0x1.555554db364dap-1);
  p = fma(p, z, 0x1.00000000049b1p+1);
  return fma((double)e, 0x1.62e42fefa39efp-1, __dmul_rn(p, s));
}

__device__ float lgammaf(float x) {
  float b = fabsf(x);
  if (!(b < __int_as_float(0x7f800000))) return __fmul_rn(x, x);
  // A pole.
  if (x <= 0.0f && b == floorf(b)) return __int_as_float(0x7f800000);
  double a = (double)b;
  // Of some argument a logarithm is taken, the same for all.
  double c = a;
  double t = __dsub_rn(a, 1.0);
  bool minus = true;
  if (a < 0.5) {
    // ln Gamma(2 + a) - ln(a (1 + a))
    t = a;
    c = fma(a, a, a);
  } else if (a >= 1.23 && a < 8.0) {
    // ln Gamma(a - k) + ln((a - 1) ... (a - k)), else ln Gamma(1 + a) - ln(a)
    t = a;
    c = 1.0;
    while (t > 2.5) {
      t = __dsub_rn(t, 1.0);
      c = __dmul_rn(c, t);
    }
    t = __dsub_rn(t, 2.0);
    minus = false;
  }
  double l = __optx_log_brief(c);
  double r;
  if (a < 8.0) {
    // ln Gamma(2 + t) / t
    double q = 0x1.0741b8b246459p-14;
    q = fma(q, t, -0x1.009860a1691bep-15);
    q = fma(q, t, 0x1.3138d6566cd6p-14);
    q = fma(q, t, -0x1.ee4dea44faa75p-13);
    q = fma(q, t, 0x1.0e96c83828a69p-11);
    q = fma(q, t, -0x1.37d580937044dp-10);
    q = fma(q, t, 0x1.7ac54c321d2afp-9);
    q = fma(q, t, -0x1.e40a61b579de7p-8);
    q = fma(q, t, 0x1.513251aa238c1p-6);
    q = fma(q, t, -0x1.13dffeabbf31dp-4);
    q = fma(q, t, 0x1.4a34cc404ef3cp-2);
    q = fma(q, t, 0x1.b0ee6071051d4p-2);
    r = fma(t, q, minus ? -l : l);
  } else {
    double u = __optx_reciprocal(a);
    double v = __dmul_rn(u, u);
    // (ln Gamma(a) - (a - 1/2) ln(a) + a - ln(2 pi) / 2) a
    double p = 0x1.98df6a4851534p-11;
    p = fma(p, v, -0x1.6c13fbd67cc0dp-9);
    p = fma(p, v, 0x1.5555554fb26afp-4);
    r = fma(__dsub_rn(a, 0.5), __dsub_rn(l, 1.0), fma(p, u, 0x1.acfe390c97d69p-2));
  }
  // Gamma(-a) = pi / (a |sin(pi a)| Gamma(a)) but for the sign.
  if (x < 0.0f) r = __dsub_rn(-__optx_log_brief(__dmul_rn(__dmul_rn(a, __optx_sinpi_size(a)), 0x1.45f306dc9c883p-2)), r);
  return __double2float_rn(r);
}

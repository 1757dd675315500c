// Cube root, hypotenuse and error function of doubles.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// a^(-1/3) to about 35 bits, a >= 2^-895 and finite. No power of it that is used overflows.
static __device__ __forceinline__ double __optx_rcbrt_near(double a) {
  double r = __hiloint2double((int)(0x553f15a0u - (unsigned int)__double2hiint(a) / 3u), 0);
  double h = fma(-__dmul_rn(a, r), __dmul_rn(r, r), 1.0);
  // (1 - h)^(-1/3), h in -0.1274..0.0863
  double p = 0x1.4d6208136e074p-3;
  p = fma(p, h, 0x1.c9abf4e718096p-3);
  p = fma(p, h, 0x1.55646589129d8p-2);
  p = fma(p, h, 0x1.ffffcb378e1f8p-1);
  r = __dmul_rn(r, p);
  h = fma(-__dmul_rn(a, r), __dmul_rn(r, r), 1.0);
  return fma(__dmul_rn(r, h), 0x1.5555555555555p-2, r);
}

// For arguments neither below 2^-895, nor infinite, nor NaN the cube root needs no scale.
static __device__ __forceinline__ bool __optx_cbrt_plain(double a) { return (unsigned int)__double2hiint(a) - 0x8000000u < 0x77f00000u; }

__device__ double cbrt(double x) {
  double a = fabs(x);
  double scale = 1.0;
  if (!__optx_cbrt_plain(a)) {
    if (a == 0.0 || !(a < 1.0)) return __dadd_rn(x, x);
    a = __dmul_rn(a, 0x1p180);
    scale = 0x1p-60;
  }
  double r = __optx_rcbrt_near(a);
  double w = __dmul_rn(r, r);
  double y = __dmul_rn(a, w);
  // What y^3 lacks.
  double rest = fma(-__dmul_rn(y, y), y, a);
  y = fma(__dmul_rn(rest, w), 0x1.5555555555555p-2, y);
  return copysign(__dmul_rn(y, scale), x);
}

__device__ double rcbrt(double x) {
  double a = fabs(x);
  double scale = 1.0;
  if (!__optx_cbrt_plain(a)) {
    if (a == 0.0 || !(a < 1.0)) return __optx_rcp(x);
    a = __dmul_rn(a, 0x1p180);
    scale = 0x1p60;
  }
  double r = __optx_rcbrt_near(a);
  // What a * r^3 lacks of 1.
  double p = __dmul_rn(r, r);
  double q = __dmul_rn(a, r);
  double h = fma(-fma(r, r, -p), q, fma(-p, q, 1.0));
  r = fma(__dmul_rn(r, h), 0x1.5555555555555p-2, r);
  return copysign(__dmul_rn(r, scale), x);
}

// The sum of two squares, scaled by the square of a power of two that brings the larger one to 1/2..8, a subnormal one to
// 2^-52 and more. By steps of 16 this power and its reciprocal are normal numbers; *e is its exponent's place.
static __device__ __forceinline__ double __optx_squares_double(double x, double y, int *e) {
  double a = fabs(x);
  double b = fabs(y);
  bool less = a < b;
  double m = less ? b : a;
  double n = less ? a : b;
  *e = __double2hiint(m) & 0x7fc00000;
  double scale = __hiloint2double(0x7fd00000 - *e, 0);
  m = __dmul_rn(m, scale);
  n = __dmul_rn(n, scale);
  return fma(m, m, __dmul_rn(n, n));
}

// An infinity is larger than a NaN.
static __device__ __forceinline__ bool __optx_one_infinite(double x, double y) {
  double inf = __longlong_as_double(0x7ff0000000000000LL);
  return fabs(x) == inf || fabs(y) == inf;
}

__device__ double hypot(double x, double y) {
  int e;
  double s = __optx_sqrt(__optx_squares_double(x, y, &e));
  s = __dmul_rn(s, __hiloint2double(e + 0x100000, 0));
  return __optx_one_infinite(x, y) ? __longlong_as_double(0x7ff0000000000000LL) : s;
}

__device__ double rhypot(double x, double y) {
  int e;
  double h = __optx_squares_double(x, y, &e);
  double r = __optx_rsqrt(h);
  if (h != 0.0) r = __optx_rsqrt_steps(h, r);
  r = __dmul_rn(r, __hiloint2double(0x7fd00000 - e, 0));
  return __optx_one_infinite(x, y) ? 0.0 : r;
}

// erfc(a + l) e^((a + l)^2), 0 <= a <= 28, for a small l.
static __device__ __forceinline__ double __optx_erfcx_near(double a, double l) {
  double d = __dadd_rn(a, 4.0);
  double e = __dadd_rn(a, 1.0);
  double r = __optx_reciprocal(__dmul_rn(d, e));
  double t = __dmul_rn(__dmul_rn(__dsub_rn(a, 4.0), e), r);
  // erfc(a) e^(a^2) (1 + a) as a function of (a - 4) / (a + 4)
  double p = -0x1.25fac35da99e6p-28;
  p = fma(p, t, -0x1.a8cfd518f45ccp-28);
  p = fma(p, t, 0x1.837292e476fcep-25);
  p = fma(p, t, 0x1.74e778bf5a6bp-25);
  p = fma(p, t, -0x1.86122c76201f7p-22);
  p = fma(p, t, 0x1.7cec166d6ccddp-27);
  p = fma(p, t, 0x1.63b6a1b3a9b3cp-19);
  p = fma(p, t, -0x1.15fe5f020e372p-18);
  p = fma(p, t, -0x1.b9494f8a2311ap-17);
  p = fma(p, t, 0x1.0c943c88da3b1p-14);
  p = fma(p, t, -0x1.f8767dc754203p-15);
  p = fma(p, t, -0x1.98b38339e1044p-12);
  p = fma(p, t, 0x1.156752be5b073p-9);
  p = fma(p, t, -0x1.8db87b0bf17aap-8);
  p = fma(p, t, 0x1.8e8471e508bb1p-7);
  p = fma(p, t, -0x1.1ef9faf9787bdp-6);
  p = fma(p, t, 0x1.f5c2a4254e41ap-7);
  p = fma(p, t, 0x1.03a84393c1db7p-8);
  p = fma(p, t, -0x1.89dfde1d973d1p-5);
  p = fma(p, t, 0x1.df6f785600484p-4);
  p = fma(p, t, -0x1.9841f8fe19462p-3);
  p = fma(p, t, 0x1.5eb7f6ecb19a9p-1);
  r = __dmul_rn(d, r);
  double v = __dmul_rn(p, r);
  double rest = fma(-v, e, p);
  // What e lacks.
  rest = fma(-v, __dadd_rn(__dsub_rn(a, __dsub_rn(e, 1.0)), l), rest);
  return fma(rest, r, v);
}

// 1 - erf(a + l), 0 <= a <= 28, for a small l.
static __device__ __forceinline__ double __optx_erfc_positive(double a, double l) {
  double v = __optx_erfcx_near(a, l);
  // e^-(a + l)^2
  double h = __dmul_rn(a, a);
  l = fma(__dmul_rn(-2.0, a), l, fma(-a, a, h));
  double n = rint(__dmul_rn(h, -0x1.71547652b82fep+0));
  double f = fma(n, -0x1.62e42fefa39efp-1, -h);
  f = __dadd_rn(f, fma(n, -0x1.abc9e3b39803fp-56, l));
  v = fma(v, fma(__dmul_rn(__optx_exp_rest(f), f), f, f), v);
  return __optx_scale(v, __double2int_rn(n));
}

// 1 - e^-p with one polynomial for all x, whose digits count less and less: erf is 1 from 5.95 on.
__device__ double erf(double x) {
  double a = fabs(x);
  a = a > 5.95 ? 5.95 : a;
  // -log(erfc(a)) / a
  double p = -0x1.035a4a0b0e179p-48;
  p = fma(p, a, 0x1.6c5921fb7aff1p-43);
  p = fma(p, a, -0x1.da6acd831a3e3p-39);
  p = fma(p, a, 0x1.7b2278f98531cp-35);
  p = fma(p, a, -0x1.9e52e02819946p-32);
  p = fma(p, a, 0x1.451a7a5fa9fedp-29);
  p = fma(p, a, -0x1.73027ba8f1752p-27);
  p = fma(p, a, 0x1.29e4952d1fec2p-25);
  p = fma(p, a, -0x1.1b8f3781c04d9p-24);
  p = fma(p, a, -0x1.7a51bc83a624fp-27);
  p = fma(p, a, 0x1.31a16647fbc7cp-21);
  p = fma(p, a, -0x1.11255dcfa79b2p-19);
  p = fma(p, a, 0x1.a42702fb5b19cp-19);
  p = fma(p, a, 0x1.a9c3e8fe4b0bp-19);
  p = fma(p, a, -0x1.f03adbfedd344p-16);
  p = fma(p, a, 0x1.0e3431d9ddc37p-14);
  p = fma(p, a, 0x1.b298bc487d3a3p-16);
  p = fma(p, a, -0x1.356635e09b428p-11);
  p = fma(p, a, 0x1.bca691271f76cp-10);
  p = fma(p, a, -0x1.b6b6a0d832eefp-13);
  p = fma(p, a, -0x1.39668590bfb64p-6);
  p = fma(p, a, 0x1.a4f4e2a1aa72bp-4);
  p = fma(p, a, 0x1.45f306dc9c8cfp-1);
  p = fma(p, a, 0x1.20dd750429b6dp+0);
  double y = __dmul_rn(-p, a);
  double l = fma(-p, a, -y);
  // e^(y + l) - 1 = 2^n (e^f - 1) + (2^n - 1); the low word of j is n.
  double j = fma(y, 0x1.71547652b82fep+0, 0x1.8p52);
  double n = __dsub_rn(j, 0x1.8p52);
  double f = fma(n, -0x1.62e42fefa39efp-1, y);
  f = fma(n, -0x1.abc9e3b39803fp-56, f);
  double e = __dadd_rn(f, fma(__dmul_rn(__optx_exp_rest(f), f), f, l));
  double s = __optx_power_of_two(__double2loint(j));
  return copysign(fma(-e, s, __dsub_rn(1.0, s)), x);
}

__device__ double erfc(double x) {
  double a = fabs(x);
  double r = __optx_erfc_positive(a > 28.0 ? 28.0 : a, 0.0);
  return x < 0.0 ? __dsub_rn(2.0, r) : r;
}

// Past 28 the beginning of the asymptotic series is enough; left of 0 it is 2 e^(x^2) less what stands right of it.
__device__ double erfcx(double x) {
  double a = fabs(x);
  double v = __optx_erfcx_near(a > 28.0 ? 28.0 : a, 0.0);
  if (a > 28.0) {
    double r = __drcp_rn(a);
    double h = __dmul_rn(__dmul_rn(0.5, r), r);
    double p = fma(10395.0, h, -945.0);
    p = fma(p, h, 105.0);
    p = fma(p, h, -15.0);
    p = fma(p, h, 3.0);
    p = fma(p, h, -1.0);
    r = __dmul_rn(r, 0x1.20dd750429b6dp-1);
    v = fma(__dmul_rn(p, h), r, r);
  }
  if (x < 0.0) {
    // e^709 and what s lacks of the square; past 26.7 the result is infinite.
    double b = a > 26.7 ? 26.7 : a;
    double s = __dmul_rn(b, b);
    double e = exp(s > 700.0 ? __dsub_rn(s, 16.0) : s);
    e = __dmul_rn(fma(e, fma(b, b, -s), e), 2.0);
    if (s > 700.0) e = __dmul_rn(e, 0x1.0f2ebd0a80020p+23);
    v = __dsub_rn(e, v);
  }
  return v;
}

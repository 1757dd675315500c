// Hyperbolic functions of doubles and their inverses.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// e^a / 8, a >= 0. An a for which cosh(a) overflows counts as 711, so that this does not.
static __device__ __forceinline__ double __optx_exp_eighth(double a) { return __optx_exp_normal(a > 711.0 ? 711.0 : a, -3); }

__device__ double sinh(double x) {
  double a = fabs(x);
  double r;
  if (a < 1.0) {
    double z = __dmul_rn(a, a);
    // (sinh(a) / a - 1) / a^2
    double p = 0x1.328de90012662p-57;
    p = fma(p, z, 0x1.952654734b725p-49);
    p = fma(p, z, 0x1.ae7f44a89136cp-41);
    p = fma(p, z, 0x1.61246136ddcbp-33);
    p = fma(p, z, 0x1.ae64567f56d72p-26);
    p = fma(p, z, 0x1.71de3a556c724p-19);
    p = fma(p, z, 0x1.a01a01a01a01ap-13);
    p = fma(p, z, 0x1.1111111111111p-7);
    p = fma(p, z, 0x1.5555555555555p-3);
    r = fma(__dmul_rn(p, z), a, a);
  } else {
    double t = __optx_exp_eighth(a);
    r = fma(4.0, t, __dmul_rn(-0.0625, __optx_reciprocal(t)));
  }
  return copysign(r, x);
}

__device__ double cosh(double x) {
  double t = __optx_exp_eighth(fabs(x));
  return fma(4.0, t, __dmul_rn(0.0625, __optx_reciprocal(t)));
}

__device__ double tanh(double x) {
  double a = fabs(x);
  double r;
  if (a >= 0.8) {
    // From 22 on it is 1.
    double t = __optx_exp_normal(a > 22.0 ? 44.0 : __dadd_rn(a, a), 0);
    r = fma(-2.0, __optx_reciprocal(__dadd_rn(t, 1.0)), 1.0);
  } else {
    double z = __dmul_rn(a, a);
    // (tanh(a) / a - 1) / a^2
    double p = -0x1.6a5b4a08e59ffp-20;
    p = fma(p, z, 0x1.2f21247031c87p-17);
    p = fma(p, z, -0x1.1464166c55519p-15);
    p = fma(p, z, 0x1.859f492b4d373p-14);
    p = fma(p, z, -0x1.f1bdf860e58a2p-13);
    p = fma(p, z, 0x1.350d7dcc422e4p-11);
    p = fma(p, z, -0x1.7d9b5788a38e6p-10);
    p = fma(p, z, 0x1.d6d33abbbcee5p-9);
    p = fma(p, z, -0x1.226e31d64adfbp-7);
    p = fma(p, z, 0x1.664f486953a8ap-6);
    p = fma(p, z, -0x1.ba1ba1b9bc2a8p-5);
    p = fma(p, z, 0x1.1111111110ca7p-3);
    p = fma(p, z, -0x1.5555555555554p-2);
    r = fma(__dmul_rn(a, z), p, a);
  }
  return copysign(r, x);
}

__device__ double asinh(double x) {
  double a = fabs(x);
  if (!(a < __longlong_as_double(0x7ff0000000000000LL))) return __dadd_rn(x, x);
  // log(1 + y) for the y below, log(2a) for a large a.
  bool large = a > 0x1p60;
  double y = a;
  if (!large) {
    double t = __dmul_rn(a, a);
    y = __dadd_rn(a, __optx_div(t, __dadd_rn(1.0, __optx_sqrt(__dadd_rn(1.0, t)))));
  }
  return copysign(__optx_log1p_finite(y, large ? 1 : 0), x);
}

__device__ double acosh(double x) {
  if (!(x >= 1.0 && x < __longlong_as_double(0x7ff0000000000000LL))) return x < 1.0 ? __longlong_as_double(0x7fffffffffffffffLL) : __dadd_rn(x, x);
  // log(1 + y) for the y below, log(2x) for a large x.
  bool large = x > 0x1p60;
  double y = x;
  if (!large) {
    double t = __dsub_rn(x, 1.0);
    y = __dadd_rn(t, __optx_sqrt(fma(t, t, __dadd_rn(t, t))));
  }
  return __optx_log1p_finite(y, large ? 1 : 0);
}

__device__ double atanh(double x) {
  double a = fabs(x);
  if (!(a < 1.0)) return a == 1.0 ? copysign(__longlong_as_double(0x7ff0000000000000LL), x) : __longlong_as_double(0x7fffffffffffffffLL);
  // Half of log(1 + 2a / (1 - a)).
  double r = __optx_log1p_finite(__optx_div(__dadd_rn(a, a), __dsub_rn(1.0, a)), 0);
  return copysign(__dmul_rn(0.5, r), x);
}

// Hyperbolic functions of doubles and their inverses.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// e^a / 2 = e^(a - ln 2), a >= 22, which may be near the largest number.
static __device__ __forceinline__ double __optx_half_exp(double a) {
  double b = a > 720.0 ? 720.0 : a;
  double h = __dsub_rn(b, 0x1.62e42fefa39efp-1);
  // What h lacks.
  double l = __dsub_rn(__dsub_rn(b, h), 0x1.62e42fefa39efp-1);
  return __optx_exp_sum(h, __dsub_rn(l, 0x1.abc9e3b39803fp-56));
}

__device__ double sinh(double x) {
  double a = fabs(x);
  double r;
  if (a < 22.0) {
    double t = expm1(a);
    double u = __ddiv_rn(t, __dadd_rn(t, 1.0));
    r = a < 1.0 ? __dsub_rn(t, __dmul_rn(0.5, __dmul_rn(t, u))) : __dmul_rn(0.5, __dadd_rn(t, u));
  } else {
    r = __optx_half_exp(a);
  }
  return copysign(r, x);
}

__device__ double cosh(double x) {
  double a = fabs(x);
  if (a < 0.34) {
    double t = expm1(a);
    return __dadd_rn(1.0, __ddiv_rn(__dmul_rn(t, t), __dmul_rn(2.0, __dadd_rn(1.0, t))));
  }
  if (a < 22.0) {
    double t = exp(a);
    return fma(0.5, t, __ddiv_rn(0.5, t));
  }
  return __optx_half_exp(a);
}

__device__ double tanh(double x) {
  double a = fabs(x);
  double r;
  if (a >= 22.0) {
    r = 1.0;
  } else if (a >= 0.55) {
    r = __dsub_rn(1.0, __ddiv_rn(2.0, __dadd_rn(expm1(__dadd_rn(a, a)), 2.0)));
  } else {
    double z = __dmul_rn(a, a);
    // (tanh(a) / a - 1) / a^2
    double p = -0x1.59a8341879ab8p-16;
    p = fma(p, z, 0x1.64fd88e98ec33p-14);
    p = fma(p, z, -0x1.ec1091436e433p-13);
    p = fma(p, z, 0x1.34c5a8a996c2ap-11);
    p = fma(p, z, -0x1.7d97cfd138c14p-10);
    p = fma(p, z, 0x1.d6d339333f327p-9);
    p = fma(p, z, -0x1.226e32f00cf0cp-7);
    p = fma(p, z, 0x1.664f487713373p-6);
    p = fma(p, z, -0x1.ba1ba1b9fec84p-5);
    p = fma(p, z, 0x1.1111111111032p-3);
    p = fma(p, z, -0x1.5555555555555p-2);
    r = fma(__dmul_rn(a, z), p, a);
  }
  return isnan(x) ? __dadd_rn(x, x) : copysign(r, x);
}

__device__ double asinh(double x) {
  double a = fabs(x);
  double r;
  if (!(a > 0x1p-28)) {
    r = a;
  } else if (a > 0x1p28) {
    r = __dadd_rn(log(a), 0x1.62e42fefa39efp-1);
  } else if (a > 2.0) {
    r = log(__dadd_rn(__dadd_rn(a, a), __ddiv_rn(1.0, __dadd_rn(__dsqrt_rn(fma(a, a, 1.0)), a))));
  } else {
    double t = __dmul_rn(a, a);
    r = log1p(__dadd_rn(a, __ddiv_rn(t, __dadd_rn(1.0, __dsqrt_rn(__dadd_rn(1.0, t))))));
  }
  return copysign(r, x);
}

__device__ double acosh(double x) {
  if (!(x >= 1.0)) return x < 1.0 ? __longlong_as_double(0x7fffffffffffffffLL) : __dadd_rn(x, x);
  if (x > 0x1p28) return __dadd_rn(log(x), 0x1.62e42fefa39efp-1);
  if (x > 2.0) return log(__dsub_rn(__dadd_rn(x, x), __ddiv_rn(1.0, __dadd_rn(x, __dsqrt_rn(fma(x, x, -1.0))))));
  double t = __dsub_rn(x, 1.0);
  return log1p(__dadd_rn(t, __dsqrt_rn(fma(t, t, __dadd_rn(t, t)))));
}

__device__ double atanh(double x) {
  double a = fabs(x);
  double t = __dadd_rn(a, a);
  double u = __dsub_rn(1.0, a);
  double r = a < 0.5 ? __dmul_rn(0.5, log1p(__dadd_rn(t, __ddiv_rn(__dmul_rn(t, a), u)))) : __dmul_rn(0.5, log1p(__ddiv_rn(t, u)));
  return copysign(r, x);
}

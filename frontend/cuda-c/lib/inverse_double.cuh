// Inverse trigonometric functions of doubles.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

__device__ double atan(double x) {
  double a = fabs(x);
  double t = a;
  double h = 0.0;
  double l = 0.0;
  if (a > 0x1.3504f333f9de6p+1) {
    t = __ddiv_rn(-1.0, a);
    h = 0x1.921fb54442d18p+0;
    l = 0x1.1a62633145c07p-54;
  } else if (a > 0x1.a827999fcef32p-2) {
    t = __ddiv_rn(__dsub_rn(a, 1.0), __dadd_rn(a, 1.0));
    h = 0x1.921fb54442d18p-1;
    l = 0x1.1a62633145c07p-55;
  }
  double z = __dmul_rn(t, t);
  // (atan(t) / t - 1) / t^2
  double p = -0x1.c80e16e6b15d7p-7;
  p = fma(p, z, 0x1.f5ed3e2706709p-6);
  p = fma(p, z, -0x1.503bca231961cp-5);
  p = fma(p, z, 0x1.829cc4e1e7286p-5);
  p = fma(p, z, -0x1.aebd1ae878e8ap-5);
  p = fma(p, z, 0x1.e1d8e942d6a01p-5);
  p = fma(p, z, -0x1.1110cee3bf64dp-4);
  p = fma(p, z, 0x1.3b13aea9b6b8dp-4);
  p = fma(p, z, -0x1.745d173563ab2p-4);
  p = fma(p, z, 0x1.c71c71c6ddb9cp-4);
  p = fma(p, z, -0x1.24924924920adp-3);
  p = fma(p, z, 0x1.9999999999997p-3);
  p = fma(p, z, -0x1.5555555555555p-2);
  double r = __dadd_rn(h, __dadd_rn(t, fma(__dmul_rn(t, z), p, l)));
  return copysign(r, x);
}

// (asin(s) / s - 1) for z = s^2 <= 1/4.
static __device__ __forceinline__ double __optx_asin_tail(double z) {
  // (asin(s) / s - 1) / s^2
  double p = 0x1.e529c6fcf7efbp-6;
  p = fma(p, z, -0x1.3b416bb7f10f2p-6);
  p = fma(p, z, 0x1.406192d13645dp-6);
  p = fma(p, z, 0x1.8f19374302e27p-9);
  p = fma(p, z, 0x1.31622469d2cfep-7);
  p = fma(p, z, 0x1.3b49de71206b7p-7);
  p = fma(p, z, 0x1.7b027ee1dd76p-7);
  p = fma(p, z, 0x1.c990ad3d8fd9dp-7);
  p = fma(p, z, 0x1.1c4efce2301ap-6);
  p = fma(p, z, 0x1.6e8ba123e494cp-6);
  p = fma(p, z, 0x1.f1c71c7a52ba3p-6);
  p = fma(p, z, 0x1.6db6db6dac1ep-5);
  p = fma(p, z, 0x1.3333333333388p-4);
  p = fma(p, z, 0x1.5555555555555p-3);
  return __dmul_rn(p, z);
}

// asin(sqrt(z)) for z <= 1/4.
static __device__ __forceinline__ double __optx_asin_root(double z) {
  double s = __dsqrt_rn(z);
  double c = s == 0.0 ? 0.0 : __ddiv_rn(fma(-s, s, z), __dadd_rn(s, s));
  return __dadd_rn(s, fma(s, __optx_asin_tail(z), c));
}

__device__ double asin(double x) {
  double a = fabs(x);
  if (a <= 0.5) return fma(x, __optx_asin_tail(__dmul_rn(x, x)), x);
  // Past 1 the root is a NaN.
  double r = __optx_asin_root(__dmul_rn(__dsub_rn(1.0, a), 0.5));
  r = __dadd_rn(0x1.921fb54442d18p+0, fma(-2.0, r, 0x1.1a62633145c07p-54));
  return copysign(r, x);
}

__device__ double acos(double x) {
  double a = fabs(x);
  if (a <= 0.5) {
    double t = __optx_asin_tail(__dmul_rn(x, x));
    return __dsub_rn(0x1.921fb54442d18p+0, __dsub_rn(x, fma(-x, t, 0x1.1a62633145c07p-54)));
  }
  double r = __optx_asin_root(__dmul_rn(__dsub_rn(1.0, a), 0.5));
  return x < 0.0 ? __dadd_rn(0x1.921fb54442d18p+1, fma(-2.0, r, 0x1.1a62633145c07p-53)) : __dmul_rn(2.0, r);
}

__device__ double atan2(double y, double x) {
  if (isnan(x) || isnan(y)) return __dadd_rn(x, y);
  double a = fabs(x);
  double b = fabs(y);
  double v;
  if (b == 0.0) {
    v = 0.0;
  } else if (a == 0.0) {
    return copysign(0x1.921fb54442d18p+0, y);
  } else if (isinf(a) && isinf(b)) {
    v = 0x1.921fb54442d18p-1;
  } else {
    v = atan(__ddiv_rn(b, a));
  }
  if (__double2hiint(x) < 0) v = __dsub_rn(0x1.921fb54442d18p+1, __dsub_rn(v, 0x1.1a62633145c07p-53));
  return copysign(v, y);
}

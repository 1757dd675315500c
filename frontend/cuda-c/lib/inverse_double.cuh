// Inverse trigonometric functions of doubles.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// atan(t) / t - 1, 0 <= t <= 1.
static __device__ __forceinline__ double __optx_atan_tail(double t) {
  double z = __dmul_rn(t, t);
  // (atan(t) / t - 1) / t^2
  double p = 0x1.2f07811f9f6e9p-16;
  p = fma(p, z, -0x1.a359b96a4eee4p-13);
  p = fma(p, z, 0x1.1325b2f8964bep-10);
  p = fma(p, z, -0x1.ca3677db66678p-9);
  p = fma(p, z, 0x1.123baedb61abdp-7);
  p = fma(p, z, -0x1.fd0e4de8fed9p-7);
  p = fma(p, z, 0x1.843f4bca23369p-6);
  p = fma(p, z, -0x1.00390504e9f2fp-5);
  p = fma(p, z, 0x1.3328700bb8169p-5);
  p = fma(p, z, -0x1.5d02278205cc7p-5);
  p = fma(p, z, 0x1.841dcf603a209p-5);
  p = fma(p, z, -0x1.aebbb1647a168p-5);
  p = fma(p, z, 0x1.e1d0239d392a6p-5);
  p = fma(p, z, -0x1.110fff599e4d2p-4);
  p = fma(p, z, 0x1.3b1399d1dcdc7p-4);
  p = fma(p, z, -0x1.745d15ee35819p-4);
  p = fma(p, z, 0x1.c71c71bb00a6cp-4);
  p = fma(p, z, -0x1.24924924753ecp-3);
  p = fma(p, z, 0x1.999999999962p-3);
  p = fma(p, z, -0x1.5555555555555p-2);
  return __dmul_rn(z, p);
}

__device__ double atan(double x) {
  double a = fabs(x);
  double t = a;
  bool large = a > 1.0;
  // An infinity has no reciprocal here.
  if (large) t = a > 0x1p1000 ? 0.0 : __optx_reciprocal(a);
  double p = __optx_atan_tail(t);
  // pi / 2 - t is exact where the tail is not small.
  double r = large ? __dadd_rn(__dsub_rn(0x1.921fb54442d18p+0, t), fma(-p, t, 0x1.1a62633145c07p-54)) : fma(p, t, t);
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

// The square of x or, past 1/2, that of half of the root of 2 - 2|x|, whose asin is half of what that of |x| lacks of pi / 2.
static __device__ __forceinline__ double __optx_asin_square(double x, bool large) { return large ? fma(-0.5, fabs(x), 0.5) : __dmul_rn(x, x); }

__device__ double asin(double x) {
  bool large = fabs(x) > 0.5;
  double z = __optx_asin_square(x, large);
  double t = __optx_asin_tail(z);
  if (!large) return fma(x, t, x);
  // Past 1 the root is a NaN. pi / 2 - 2s is exact where the tail is not small.
  double s = __optx_sqrt(z);
  s = __dadd_rn(s, s);
  return copysign(__dadd_rn(__dsub_rn(0x1.921fb54442d18p+0, s), fma(-s, t, 0x1.1a62633145c07p-54)), x);
}

__device__ double acos(double x) {
  bool large = fabs(x) > 0.5;
  double z = __optx_asin_square(x, large);
  double t = __optx_asin_tail(z);
  double s = x;
  // 2 asin(s), pi - 2 asin(s) or pi / 2 - asin(x).
  if (large) {
    s = __optx_sqrt(z);
    s = __dadd_rn(s, s);
  }
  if (x > 0.5) return fma(s, t, s);
  double h = large ? 0x1.921fb54442d18p+1 : 0x1.921fb54442d18p+0;
  return __dadd_rn(__dsub_rn(h, s), fma(-s, t, 0x1.1a62633145c07p-54));
}

__device__ double atan2(double y, double x) {
  if (isnan(x) || isnan(y)) return __dadd_rn(x, y);
  double a = fabs(x);
  double b = fabs(y);
  bool steep = b > a;
  double m = steep ? b : a;
  double n = steep ? a : b;
  double t = m == n ? (m == 0.0 ? 0.0 : 1.0) : __ddiv_rn(n, m);
  bool back = __double2hiint(x) < 0;
  double p = __optx_atan_tail(t);
  // r, pi / 2 + r, pi / 2 - r or pi - r, where r = t + p * t.
  if (steep != back) t = -t;
  double h = steep ? 0x1.921fb54442d18p+0 : 0x1.921fb54442d18p+1;
  double r = steep || back ? __dadd_rn(__dadd_rn(h, t), fma(p, t, 0x1.1a62633145c07p-54)) : fma(p, t, t);
  return copysign(r, y);
}

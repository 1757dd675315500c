// Values to measure against: of double for functions of floats, of __float128 for the others. Names that the host's
// libraries lack are made of those that they have, where no digits are lost.
#pragma once
#include <quadmath.h>

typedef __float128 quad;

// Zeros keep their signs, and halves and wholes are exact.
static inline quad q_sinpi(quad x) {
  quad r = x - 2 * rintq(x / 2);
  if (r == rintq(r)) return isinfq(x) || isnanq(x) ? x - x : copysignq(0, x);
  return fabsq(r) > 0.5Q ? sinq(M_PIq * (copysignq(1, r) - r)) : sinq(M_PIq * r);
}
static inline quad q_cospi(quad x) {
  quad r = fabsq(x - 2 * rintq(x / 2));
  if (isinfq(x) || isnanq(x)) return x - x;
  return r == 0.5Q ? 0 : r < 0.25Q ? cosq(M_PIq * r) : sinq(M_PIq * (0.5Q - r));
}
static inline quad q_exp10(quad x) { return powq(10, x); }
static inline quad q_rcbrt(quad x) { return 1 / cbrtq(x); }
static inline quad q_rsqrt(quad x) { return 1 / sqrtq(x); }
// Past 100 erfc is no quad any more, and the series is exact.
static inline quad q_erfcx(quad x) {
    if (x < 100) return erfcq(x) * expq(x * x);
    quad h = 0.5Q / (x * x);
    return (1 - h * (1 - 3 * h * (1 - 5 * h * (1 - 7 * h * (1 - 9 * h * (1 - 11 * h)))))) / (x * 1.77245385090551602729816748334114518Q);
}
static inline double d_erfcx(double x) { return (double)q_erfcx(x); }
static inline quad q_normcdf(quad x) { return erfcq(-x * M_SQRT1_2q) / 2; }
// Halley's steps from the value under test: three of them treble its digits each.
static inline quad q_erfinv_from(quad x, quad y) {
  quad a = fabsq(x);
  if (!(a < 1)) return a == 1 ? copysignq((quad)INFINITY, x) : (quad)NAN;
  if (a < 1e-15Q) return x * (sqrtq(M_PIq) / 2);
  y = fabsq(y);
  for (int i = 0; i < 3; i++) {
    quad e = a < 0.5Q ? erfq(y) - a : (1 - a) - erfcq(y);
    quad d = e * (sqrtq(M_PIq) / 2) * expq(y * y);
    y -= d / (1 + y * d);
  }
  return copysignq(y, x);
}
// The same of its complement, by the digits that are its own: near 0 and 2 those of x and 2 - x.
static inline quad q_erfcinv_from(quad x, quad y) {
  quad a = x < 1 ? x : 2 - x;
  if (!(a > 0)) return a == 0 ? copysignq((quad)INFINITY, 1 - x) : (quad)NAN;
  if (a > 1 - 1e-15Q) return (1 - x) * (sqrtq(M_PIq) / 2);
  y = fabsq(y);
  for (int i = 0; i < 3; i++) {
    quad e = a < 0.5Q ? erfcq(y) - a : (1 - a) - erfq(y);
    quad d = e * (sqrtq(M_PIq) / 2) * expq(y * y);
    y += d / (1 - y * d);
  }
  return copysignq(y, 1 - x);
}
static inline quad q_normcdfinv_from(quad x, quad y) { return 0 - M_SQRT2q * q_erfcinv_from(2 * x, -y * M_SQRT1_2q); }

static inline double d_sinpi(double x) {
  double r = x - 2 * rint(x / 2);
  if (r == rint(r)) return isinf(x) || isnan(x) ? x - x : copysign(0, x);
  return fabs(r) > 0.5 ? sin(M_PI * (copysign(1, r) - r)) : sin(M_PI * r);
}
static inline double d_cospi(double x) {
  double r = fabs(x - 2 * rint(x / 2));
  if (isinf(x) || isnan(x)) return x - x;
  return r == 0.5 ? 0 : r < 0.25 ? cos(M_PI * r) : sin(M_PI * (0.5 - r));
}
static inline double d_exp10(double x) { return pow(10, x); }
static inline double d_rcbrt(double x) { return 1 / cbrt(x); }
static inline double d_rsqrt(double x) { return 1 / sqrt(x); }
static inline double d_normcdf(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }

// What the device's conversions to integers give, as numbers; rounding to a float is left to who asks.
static inline double d_ilogb(double x) { return x == 0 || x != x ? -0x1p31 : isinf(x) ? 0x1p31 - 1 : ilogb(x); }
static inline double d_saturated(double x) { return x != x ? -0x1p63 : x >= 0x1p63 ? 0x1p63 : x <= -0x1p63 ? -0x1p63 : x; }
// Integers have no minus zero.
static inline double d_lround(double x) { return d_saturated(round(x)) + 0.0; }
static inline double d_lrint(double x) { return d_saturated(rint(x)) + 0.0; }
// Of two zeros the larger is plus zero.
static inline quad q_fmax(quad x, quad y) { return x == 0 && y == 0 ? (signbitq(x) ? y : x) : fmaxq(x, y); }
static inline quad q_fmin(quad x, quad y) { return -q_fmax(-x, -y); }
static inline quad q_rhypot(quad x, quad y) { return 1 / hypotq(x, y); }
// No square of a double overflows here; an infinity is larger than a NaN.
static inline quad q_norm(quad x, quad y, quad z, quad w = 0) {
  return isinfq(x) || isinfq(y) || isinfq(z) || isinfq(w) ? (quad)INFINITY : sqrtq((x * x + y * y) + (z * z + w * w));
}
static inline quad q_rnorm(quad x, quad y, quad z, quad w = 0) { return 1 / q_norm(x, y, z, w); }
// Scales by a whole number that a float or double gives, as the device converts it: a NaN is 0 as a float, and the least
// as a double.
static inline int q_whole(quad y) { return y >= 0x1p31 ? 2147483647 : y <= -0x1p31 ? -2147483647 - 1 : (int)y; }
static inline quad q_ldexp(quad x, quad y) { return ldexp((double)x, isnanq(y) ? -2147483647 - 1 : q_whole(y)); }
static inline quad q_ldexpf(quad x, quad y) { return ldexpf((float)x, isnanq(y) ? 0 : q_whole(y)); }

// The exponent that frexp gives, 0 for what has none.
static inline double d_exponent(double x) {
  int e = 0;
  if (x - x == 0) frexp(x, &e);
  return e;
}
// The last three digits of the quotient that remquo gives, with its sign; C leaves the rest open.
static inline quad q_quotient(quad x, quad y) {
  int q = 0;
  quad r = remquoq(x, y, &q);
  return isnanq(r) ? 0 : q < 0 ? -(-q & 7) : q & 7;
}

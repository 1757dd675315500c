// Lengths of vectors of doubles, and their reciprocals.
//
// The squares are added at a scale that is a power of two, so that none overflows or is lost that counts. Every multiplication
// that is to be fused says so, and none that is not stands beside an addition.

// The high word of the larger of two magnitudes by their high words.
static __device__ __forceinline__ int __optx_larger_high(int m, double x) {
  int h = __double2hiint(x) & 0x7fffffff;
  return m > h ? m : h;
}

// The power of two that brings the largest part, by its high word, to 1/2..8, a subnormal one to 2^-52 and more. By steps of
// 16 it and its reciprocal are normal numbers.
static __device__ __forceinline__ double __optx_norm_scale(int m) { return __hiloint2double(0x7fd00000 - (m & 0x7fc00000), 0); }
static __device__ __forceinline__ double __optx_norm_back(int m) { return __hiloint2double((m & 0x7fc00000) + 0x100000, 0); }

static __device__ __forceinline__ double __optx_norm_squares(double a, double b, double c, double s) {
  a = __dmul_rn(a, s);
  b = __dmul_rn(b, s);
  c = __dmul_rn(c, s);
  return fma(a, a, fma(b, b, __dmul_rn(c, c)));
}

// By two and two: a sum of three roundings, not four.
static __device__ __forceinline__ double __optx_norm_squares(double a, double b, double c, double d, double s) {
  a = __dmul_rn(a, s);
  b = __dmul_rn(b, s);
  c = __dmul_rn(c, s);
  d = __dmul_rn(d, s);
  return __dadd_rn(fma(a, a, __dmul_rn(b, b)), fma(c, c, __dmul_rn(d, d)));
}

// The root of squares that were scaled. Infinity counts more than NaN.
static __device__ __forceinline__ double __optx_norm_root(double h, int m, bool infinite) {
  double r = __dmul_rn(__optx_sqrt(h), __optx_norm_back(m));
  return infinite ? __longlong_as_double(0x7ff0000000000000LL) : r;
}

// The reciprocal of the root of h + l for a small l, or 0.
static __device__ __forceinline__ double __optx_norm_reciprocal(double h, double l, int m, bool infinite) {
  double r = __optx_rsqrt(h);
  // The guess's square is exact.
  double p = __dmul_rn(r, r);
  double e = fma(-l, p, fma(-h, p, 1.0));
  double v = fma(__dmul_rn(r, e), fma(fma(0.3125, e, 0.375), e, 0.5), r);
  r = __dmul_rn(h == 0.0 ? r : v, __optx_norm_scale(m));
  return infinite ? 0.0 : r;
}

// a^2 + b^2 + rest, and in *l what it lacks but for the rounding of the first sum: reciprocals may be one number off only, where
// a square's and two sums' roundings would be two. (Knuth's sum of two.)
static __device__ __forceinline__ double __optx_norm_exacter(double a, double b, double rest, double *l) {
  double q = __dmul_rn(b, b);
  double p = fma(a, a, q);
  double h = __dadd_rn(p, rest);
  double v = __dsub_rn(h, p);
  *l = __dadd_rn(__dadd_rn(*l, fma(b, b, -q)), __dadd_rn(__dsub_rn(p, __dsub_rn(h, v)), __dsub_rn(rest, v)));
  return h;
}

static __device__ __forceinline__ bool __optx_is_infinite(double x) { return fabs(x) == __longlong_as_double(0x7ff0000000000000LL); }

__device__ double norm3d(double a, double b, double c) {
  int m = __optx_larger_high(__optx_larger_high(__optx_larger_high(0, a), b), c);
  double h = __optx_norm_squares(a, b, c, __optx_norm_scale(m));
  return __optx_norm_root(h, m, __optx_is_infinite(a) || __optx_is_infinite(b) || __optx_is_infinite(c));
}

__device__ double rnorm3d(double a, double b, double c) {
  int m = __optx_larger_high(__optx_larger_high(__optx_larger_high(0, a), b), c);
  double s = __optx_norm_scale(m);
  a = __dmul_rn(a, s);
  b = __dmul_rn(b, s);
  c = __dmul_rn(c, s);
  double r = __dmul_rn(c, c);
  double l = fma(c, c, -r);
  double h = __optx_norm_exacter(a, b, r, &l);
  return __optx_norm_reciprocal(h, l, m, __optx_is_infinite(a) || __optx_is_infinite(b) || __optx_is_infinite(c));
}

__device__ double norm4d(double a, double b, double c, double d) {
  int m = __optx_larger_high(__optx_larger_high(__optx_larger_high(__optx_larger_high(0, a), b), c), d);
  double h = __optx_norm_squares(a, b, c, d, __optx_norm_scale(m));
  bool infinite = __optx_is_infinite(a) || __optx_is_infinite(b) || __optx_is_infinite(c) || __optx_is_infinite(d);
  return __optx_norm_root(h, m, infinite);
}

__device__ double rnorm4d(double a, double b, double c, double d) {
  int m = __optx_larger_high(__optx_larger_high(__optx_larger_high(__optx_larger_high(0, a), b), c), d);
  bool infinite = __optx_is_infinite(a) || __optx_is_infinite(b) || __optx_is_infinite(c) || __optx_is_infinite(d);
  double s = __optx_norm_scale(m);
  a = __dmul_rn(a, s);
  b = __dmul_rn(b, s);
  c = __dmul_rn(c, s);
  d = __dmul_rn(d, s);
  double r = __dmul_rn(d, d);
  double l = fma(d, d, -r);
  double h = __optx_norm_exacter(a, b, fma(c, c, r), &l);
  return __optx_norm_reciprocal(h, l, m, infinite);
}

// Of any number of parts: once for the largest, once for the sum, which without the scale would not be bounded.
static __device__ __forceinline__ double __optx_norm_sum(int n, const double *v, int *m, bool *infinite) {
  *m = 0;
  *infinite = false;
  for (int k = 0; k < n; k++) {
    *m = __optx_larger_high(*m, v[k]);
    *infinite = *infinite || __optx_is_infinite(v[k]);
  }
  double s = __optx_norm_scale(*m);
  double h = 0.0;
  for (int k = 0; k < n; k++) {
    double x = __dmul_rn(v[k], s);
    h = fma(x, x, h);
  }
  return h;
}

__device__ double norm(int n, const double *v) {
  int m;
  bool infinite;
  double h = __optx_norm_sum(n, v, &m, &infinite);
  return __optx_norm_root(h, m, infinite);
}

__device__ double rnorm(int n, const double *v) {
  int m;
  bool infinite;
  double h = __optx_norm_sum(n, v, &m, &infinite);
  return __optx_norm_reciprocal(h, 0.0, m, infinite);
}

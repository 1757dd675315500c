// Sine, cosine and tangent of doubles, for all arguments.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// 2 / pi after the binary point, with a zero word before it.
static __device__ const unsigned long long __optx_two_over_pi_words[22] = {
    0ull,
    0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull,
    0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull,
    0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full,
    0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull,
    0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull, 0xf0cfbc209af4361dull,
    0xa9e391615ee61b08ull};

// What an argument is reduced to: the sum of two, and how many quarters of a turn it lacks.
struct __optx_angle {
  double high;
  double low;
  int quadrant;
};

// x - q * pi / 2 for large x (Payne and Hanek): the bits of x * 2 / pi about its binary point.
static __device__ __noinline__ __optx_angle __optx_reduce_large_double(double x) {
  int hi = __double2hiint(x);
  int e = ((hi >> 20) & 0x7ff) - 1023;
  unsigned long long m = ((unsigned long long)__double_as_longlong(x) & 0xfffffffffffffull) | 0x10000000000000ull;
  // Bits of 2 / pi before number e - 54 only give multiples of four; the table starts 64 bits before the point.
  int start = e + 10;
  int i = start >> 6;
  int s = start & 63;
  unsigned long long w[3];
  for (int k = 0; k < 3; k++) {
    unsigned long long a = __optx_two_over_pi_words[i + k];
    unsigned long long b = __optx_two_over_pi_words[i + k + 1];
    w[k] = s == 0 ? a : (a << s) | (b >> (64 - s));
  }
  unsigned long long l = m * w[2];
  unsigned long long c = __umul64hi(m, w[2]);
  unsigned long long p = m * w[1] + c;
  unsigned long long h = m * w[0] + __umul64hi(m, w[1]) + (p < c ? 1ull : 0ull);
  int q = (int)(h >> 62);
  h = (h << 2) | (p >> 62);
  p = (p << 2) | (l >> 62);
  bool negative = (h >> 63) != 0ull;
  if (negative) {
    q = q + 1;
    h = ~h;
    p = ~p;
  }
  int zeros = __clzll((long long)h);
  if (zeros > 0) {
    h = (h << zeros) | (p >> (64 - zeros));
  }
  double a = (double)(h & ~0x7ffull);
  double b = (double)(h & 0x7ffull);
  double scale = __hiloint2double((1023 - 64 - zeros) << 20, 0);
  a = __dmul_rn(a, scale);
  b = __dmul_rn(b, scale);
  double r = __dmul_rn(a, 0x1.921fb54442d18p+0);
  double t = fma(a, 0x1.921fb54442d18p+0, -r);
  t = fma(a, 0x1.1a62633145c07p-54, fma(b, 0x1.921fb54442d18p+0, t));
  double v = __dadd_rn(r, t);
  t = __dadd_rn(__dsub_rn(r, v), t);
  if (negative != (hi < 0)) {
    v = -v;
    t = -t;
  }
  __optx_angle angle;
  angle.high = v;
  angle.low = t;
  angle.quadrant = hi < 0 ? -q : q;
  return angle;
}

// x - q * pi / 2.
static __device__ __forceinline__ __optx_angle __optx_reduce_double(double x) {
  __optx_angle r;
  // An infinity or a NaN gives a NaN.
  double q = rint(__dmul_rn(x, 0x1.45f306dc9c883p-1));
  r.quadrant = __double2int_rn(q);
  // The first step is exact.
  double a = fma(q, -0x1.921fb54442d18p+0, x);
  double t = __dmul_rn(q, 0x1.1a62633145c07p-54);
  double h = __dsub_rn(a, t);
  double w = __dsub_rn(h, a);
  double l = __dsub_rn(__dsub_rn(a, __dsub_rn(h, w)), __dadd_rn(t, w));
  l = __dsub_rn(l, fma(q, 0x1.1a62633145c07p-54, -t));
  l = fma(q, 0x1.f1976b7ed8fbcp-110, l);
  r.high = __dadd_rn(h, l);
  r.low = __dadd_rn(__dsub_rn(h, r.high), l);
  if (fabs(x) > 0x1p20 && fabs(x) < __longlong_as_double(0x7ff0000000000000LL)) r = __optx_reduce_large_double(x);
  return r;
}

// (sin(r) / r - 1) / r^2 for z = r^2, |r| <= pi / 4.
static __device__ __forceinline__ double __optx_sin_rest(double z) {
  double p = -0x1.ab17cce9b0dbdp-41;
  p = fma(p, z, 0x1.61217eff71ef7p-33);
  p = fma(p, z, -0x1.ae645412b62aap-26);
  p = fma(p, z, 0x1.71de3a54608cfp-19);
  p = fma(p, z, -0x1.a01a01a019938p-13);
  p = fma(p, z, 0x1.111111111111p-7);
  return fma(p, z, -0x1.5555555555555p-3);
}

// sin(r + l), |r| <= pi / 4.
static __device__ __forceinline__ double __optx_sin_kernel(double r, double l) {
  double z = __dmul_rn(r, r);
  double p = __optx_sin_rest(z);
  double t = fma(__dmul_rn(z, r), p, fma(__dmul_rn(-0.5, z), l, l));
  return __dadd_rn(r, t);
}

// (cos(r) - 1 + r^2 / 2) / r^4 for z = r^2, |r| <= pi / 4.
static __device__ __forceinline__ double __optx_cos_rest(double z) {
  double p = 0x1.ab7854ae6ac3p-45;
  p = fma(p, z, -0x1.9394ba021d9e6p-37);
  p = fma(p, z, 0x1.1eed8deb90e57p-29);
  p = fma(p, z, -0x1.27e4fb7712d27p-22);
  p = fma(p, z, 0x1.a01a01a019d0ap-16);
  p = fma(p, z, -0x1.6c16c16c16c16p-10);
  return fma(p, z, 0x1.5555555555555p-5);
}

// cos(r + l), |r| <= pi / 4.
static __device__ __forceinline__ double __optx_cos_kernel(double r, double l) {
  double z = __dmul_rn(r, r);
  double p = __optx_cos_rest(z);
  double h = __dmul_rn(0.5, z);
  double w = __dsub_rn(1.0, h);
  double rest = __dsub_rn(__dsub_rn(1.0, w), h);
  rest = __dadd_rn(rest, fma(__dmul_rn(z, z), p, __dmul_rn(-r, l)));
  return __dadd_rn(w, rest);
}

// The sine of an angle past some quarters of a turn, from its sine and its cosine.
static __device__ __forceinline__ double __optx_turned(double s, double c, int quarters) {
  double v = (quarters & 1) ? c : s;
  return (quarters & 2) ? -v : v;
}

// x - q * pi / 2 as one double, within a unit of its last place; minus zero stays as it is.
static __device__ __forceinline__ double __optx_reduce_near(double x, int *q) {
  double j = fma(x, 0x1.45f306dc9c883p-1, 0x1.8p52);
  double n = __dsub_rn(j, 0x1.8p52);
  *q = __double2loint(j);
  // The first step is exact. An infinity or a NaN gives a NaN.
  double r = fma(n, -0x1.921fb54442d18p+0, x);
  r = fma(n, -0x1.1a62633145c06p-54, r);
  r = fma(n, -0x1.c1cd129024e09p-107, r);
  // 2^20, by the high word's magnitude as a float's bits.
  if (!(fabsf(__int_as_float(__double2hiint(x))) < 11.0f)) {
    __optx_angle angle = __optx_reduce_large_double(x);
    r = fabs(x) < __longlong_as_double(0x7ff0000000000000LL) ? angle.high : r;
    *q = angle.quadrant;
  }
  return r;
}

// sin(r), |r| <= pi / 4, z = r * r: without what r lacks, 1.5 units of the last place in all.
static __device__ __forceinline__ double __optx_sin_near(double r, double z) {
  // A zero's sign comes from the sum with 0.
  return fma(fma(__optx_sin_rest(z), z, 0.0), r, r);
}

// cos(r), likewise.
static __device__ __forceinline__ double __optx_cos_near(double z) { return fma(fma(__optx_cos_rest(z), z, -0.5), z, 1.0); }

// v, or -v past two quarters of a turn.
static __device__ __forceinline__ double __optx_signed_by(double v, int quarters) {
  return __hiloint2double(__double2hiint(v) ^ (int)(((unsigned int)quarters << 30) & 0x80000000u), __double2loint(v));
}

// Two coefficients, which one access loads.
struct alignas(16) __optx_coefficients {
  double x;
  double y;
};

// Those of __optx_sin_near, then those of __optx_cos_near: loaded by the quadrant they take no branch, and no instructions for constants.
static __device__ const __optx_coefficients __optx_quadrant_rests[8] = {
    {-0x1.ab17cce9b0dbdp-41, 0x1.61217eff71ef7p-33},
    {-0x1.ae645412b62aap-26, 0x1.71de3a54608cfp-19},
    {-0x1.a01a01a019938p-13, 0x1.111111111111p-7},
    {-0x1.5555555555555p-3, 0.0},
    {0x1.ab7854ae6ac3p-45, -0x1.9394ba021d9e6p-37},
    {0x1.1eed8deb90e57p-29, -0x1.27e4fb7712d27p-22},
    {0x1.a01a01a019d0ap-16, -0x1.6c16c16c16c16p-10},
    {0x1.5555555555555p-5, -0.5}};

static __device__ __forceinline__ double __optx_sin_quadrant_double(double r, int q) {
  bool odd = (q & 1) != 0;
  const __optx_coefficients *c = __optx_quadrant_rests + (odd ? 4 : 0);
  double z = __dmul_rn(r, r);
  double p = fma(c[0].x, z, c[0].y);
  p = fma(p, z, c[1].x);
  p = fma(p, z, c[1].y);
  p = fma(p, z, c[2].x);
  p = fma(p, z, c[2].y);
  p = fma(p, z, c[3].x);
  p = fma(p, z, c[3].y);
  return __optx_signed_by(odd ? fma(p, z, 1.0) : fma(p, r, r), q);
}

__device__ double sin(double x) {
  int q;
  double r = __optx_reduce_near(x, &q);
  return __optx_sin_quadrant_double(r, q);
}

__device__ double cos(double x) {
  int q;
  double r = __optx_reduce_near(x, &q);
  return __optx_sin_quadrant_double(r, q + 1);
}

__device__ void sincos(double x, double *s, double *c) {
  int q;
  double r = __optx_reduce_near(x, &q);
  double z = __dmul_rn(r, r);
  double a = __optx_sin_near(r, z);
  double b = __optx_cos_near(z);
  *s = __optx_signed_by((q & 1) ? b : a, q);
  *c = __optx_signed_by((q & 1) ? a : b, q + 1);
}

__device__ double tan(double x) {
  __optx_angle r = __optx_reduce_double(x);
  double s = __optx_sin_kernel(r.high, r.low);
  double c = __optx_cos_kernel(r.high, r.low);
  bool odd = (r.quadrant & 1) != 0;
  return x == 0.0 ? x : __optx_div(odd ? -c : s, odd ? s : c);
}

// cos(pi f), |f| <= 1 / 4.
static __device__ __forceinline__ double __optx_cospi_kernel(double f) {
  double z = __dmul_rn(f, f);
  // (cos(pi f) - 1) / f^2
  double p = -0x1.b2f3eb054afcdp-14;
  p = fma(p, z, 0x1.f9ce245cada0bp-10);
  p = fma(p, z, -0x1.a6d1eef479be1p-6);
  p = fma(p, z, 0x1.e1f5068688d5bp-3);
  p = fma(p, z, -0x1.55d3c7e3cb241p+0);
  p = fma(p, z, 0x1.03c1f081b5acp+2);
  p = fma(p, z, -0x1.3bd3cc9be45dep+2);
  return fma(p, z, 1.0);
}

// sin(pi f), |f| <= 1 / 4.
static __device__ __forceinline__ double __optx_sinpi_kernel(double f) {
  double z = __dmul_rn(f, f);
  // (sin(pi f) / f - pi) / f^2
  double p = 0x1.e4a9d9166f052p-12;
  p = fma(p, z, -0x1.e3027dea82bd7p-8);
  p = fma(p, z, 0x1.50783208843ebp-4);
  p = fma(p, z, -0x1.32d2cce500387p-1);
  p = fma(p, z, 0x1.466bc6775a476p+1);
  p = fma(p, z, -0x1.4abbce625be52p+2);
  return fma(f, 0x1.921fb54442d18p+1, fma(__dmul_rn(f, z), p, __dmul_rn(f, 0x1.1a62633145c07p-53)));
}

// x - q / 2, |x - q / 2| <= 1 / 4. Past 2^53 all is even; an infinity gives a NaN.
static __device__ __forceinline__ double __optx_reduce_pi(double x, int *q) {
  double y = fabs(x) < 0x1p53 ? x : __dmul_rn(x, 0.0);
  double halves = rint(__dadd_rn(y, y));
  *q = (int)__double2ll_rn(halves);
  return fma(halves, -0.5, y);
}

__device__ double sinpi(double x) {
  int q;
  double f = __optx_reduce_pi(x, &q);
  double v = (q & 1) ? __optx_cospi_kernel(f) : __optx_sinpi_kernel(f);
  if (q & 2) v = -v;
  // Whole numbers give a zero of their own sign.
  return v == 0.0 ? copysign(v, x) : v;
}

__device__ double cospi(double x) {
  int q;
  double f = __optx_reduce_pi(x, &q);
  double v = (q & 1) ? __optx_sinpi_kernel(f) : __optx_cospi_kernel(f);
  // No zero is negative.
  return __dadd_rn(((q + 1) & 2) ? -v : v, 0.0);
}

__device__ void sincospi(double x, double *s, double *c) {
  int q;
  double f = __optx_reduce_pi(x, &q);
  double a = __optx_sinpi_kernel(f);
  double b = __optx_cospi_kernel(f);
  double v = __optx_turned(a, b, q);
  *s = v == 0.0 ? copysign(v, x) : v;
  *c = __dadd_rn(__optx_turned(a, b, q + 1), 0.0);
}

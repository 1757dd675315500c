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

// x - q * pi / 2 for large x (Payne and Hanek): the bits of x * 2 / pi about its binary point.
static __device__ double __optx_reduce_large_double(double x, int *quadrant, double *low) {
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
  *low = t;
  *quadrant = hi < 0 ? -q : q;
  return v;
}

// x - q * pi / 2 as a sum of two; x finite.
static __device__ __forceinline__ double __optx_reduce_double(double x, int *quadrant, double *low) {
  if (fabs(x) > 0x1p20) {
    // An infinity or a NaN gives a NaN.
    if (!(fabs(x) < __longlong_as_double(0x7ff0000000000000LL))) {
      *quadrant = 0;
      *low = 0.0;
      return __dsub_rn(x, x);
    }
    return __optx_reduce_large_double(x, quadrant, low);
  }
  double q = rint(__dmul_rn(x, 0x1.45f306dc9c883p-1));
  *quadrant = __double2int_rn(q);
  // The first step is exact.
  double a = fma(q, -0x1.921fb54442d18p+0, x);
  double t = __dmul_rn(q, 0x1.1a62633145c07p-54);
  double r = __dsub_rn(a, t);
  double w = __dsub_rn(r, a);
  double l = __dsub_rn(__dsub_rn(a, __dsub_rn(r, w)), __dadd_rn(t, w));
  l = __dsub_rn(l, fma(q, 0x1.1a62633145c07p-54, -t));
  l = fma(q, 0x1.f1976b7ed8fbcp-110, l);
  double v = __dadd_rn(r, l);
  *low = __dadd_rn(__dsub_rn(r, v), l);
  return v;
}

// sin(r + l), |r| <= pi / 4.
static __device__ __forceinline__ double __optx_sin_kernel(double r, double l) {
  double z = __dmul_rn(r, r);
  // (sin(r) / r - 1) / r^2
  double p = -0x1.ab17cce9b0dbdp-41;
  p = fma(p, z, 0x1.61217eff71ef7p-33);
  p = fma(p, z, -0x1.ae645412b62aap-26);
  p = fma(p, z, 0x1.71de3a54608cfp-19);
  p = fma(p, z, -0x1.a01a01a019938p-13);
  p = fma(p, z, 0x1.111111111111p-7);
  p = fma(p, z, -0x1.5555555555555p-3);
  double t = fma(__dmul_rn(z, r), p, fma(__dmul_rn(-0.5, z), l, l));
  return __dadd_rn(r, t);
}

// cos(r + l), |r| <= pi / 4.
static __device__ __forceinline__ double __optx_cos_kernel(double r, double l) {
  double z = __dmul_rn(r, r);
  // (cos(r) - 1 + r^2 / 2) / r^4
  double p = 0x1.ab7854ae6ac3p-45;
  p = fma(p, z, -0x1.9394ba021d9e6p-37);
  p = fma(p, z, 0x1.1eed8deb90e57p-29);
  p = fma(p, z, -0x1.27e4fb7712d27p-22);
  p = fma(p, z, 0x1.a01a01a019d0ap-16);
  p = fma(p, z, -0x1.6c16c16c16c16p-10);
  p = fma(p, z, 0x1.5555555555555p-5);
  double h = __dmul_rn(0.5, z);
  double w = __dsub_rn(1.0, h);
  double rest = __dsub_rn(__dsub_rn(1.0, w), h);
  rest = __dadd_rn(rest, fma(__dmul_rn(z, z), p, __dmul_rn(-r, l)));
  return __dadd_rn(w, rest);
}

static __device__ __forceinline__ double __optx_sin_quadrant_double(double r, double l, int q) {
  double v = (q & 1) ? __optx_cos_kernel(r, l) : __optx_sin_kernel(r, l);
  return (q & 2) ? -v : v;
}

__device__ double sin(double x) {
  int q;
  double l;
  double r = __optx_reduce_double(x, &q, &l);
  // Minus zero stays as it is.
  return x == 0.0 ? x : __optx_sin_quadrant_double(r, l, q);
}

__device__ double cos(double x) {
  int q;
  double l;
  double r = __optx_reduce_double(x, &q, &l);
  return __optx_sin_quadrant_double(r, l, q + 1);
}

__device__ void sincos(double x, double *s, double *c) {
  int q;
  double l;
  double r = __optx_reduce_double(x, &q, &l);
  *s = x == 0.0 ? x : __optx_sin_quadrant_double(r, l, q);
  *c = __optx_sin_quadrant_double(r, l, q + 1);
}

__device__ double tan(double x) {
  int q;
  double l;
  double r = __optx_reduce_double(x, &q, &l);
  if (x == 0.0) return x;
  double s = __optx_sin_kernel(r, l);
  double c = __optx_cos_kernel(r, l);
  return (q & 1) ? __ddiv_rn(-c, s) : __ddiv_rn(s, c);
}

// sin(pi x) and cos(pi x): x less its nearest multiple of one half.
static __device__ __forceinline__ double __optx_reduce_pi(double x, int *quadrant, double *low) {
  // Past 2^53 all is even.
  double y = fabs(x) < 0x1p53 ? x : isinf(x) ? __dsub_rn(x, x) : __dmul_rn(x, 0.0);
  double q = rint(__dmul_rn(y, 2.0));
  *quadrant = (int)(__double2ll_rn(q) & 3ll);
  double f = fma(q, -0.5, y);
  double h = __dmul_rn(f, 0x1.921fb54442d18p+1);
  *low = fma(f, 0x1.1a62633145c07p-53, fma(f, 0x1.921fb54442d18p+1, -h));
  return h;
}

__device__ double sinpi(double x) {
  int q;
  double l;
  double r = __optx_reduce_pi(x, &q, &l);
  double v = __optx_sin_quadrant_double(r, l, q);
  // Whole numbers give a zero of their own sign.
  return x == trunc(x) && fabs(x) < __longlong_as_double(0x7ff0000000000000LL) ? copysign(0.0, x) : v;
}

__device__ double cospi(double x) {
  int q;
  double l;
  double r = __optx_reduce_pi(x, &q, &l);
  double v = __optx_sin_quadrant_double(r, l, q + 1);
  return v == 0.0 ? 0.0 : v;
}

__device__ void sincospi(double x, double *s, double *c) {
  *s = sinpi(x);
  *c = cospi(x);
}

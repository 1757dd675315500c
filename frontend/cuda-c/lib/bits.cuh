// Functions of the digits and exponents of floats and doubles: remainders, neighbours, scales. All of them are exact.

// ---- double

static __device__ __forceinline__ unsigned long long __optx_bits(double x) { return (unsigned long long)__double_as_longlong(x); }
static __device__ __forceinline__ double __optx_value(unsigned long long b) { return __longlong_as_double((long long)(b)); }

// The exponent of a positive finite number's bits, as that of 2^52 times the unit that its digits *m count.
static __device__ __forceinline__ int __optx_digits(unsigned long long b, unsigned long long *m) {
  int e = (int)(b >> 52);
  // A subnormal number has the smallest exponent and no digit before its point.
  e = e > 1 ? e : 1;
  *m = b - ((unsigned long long)(e - 1) << 52);
  return e;
}

// a mod b for bits of finite numbers with b <= a and not 0, in the unit of b's digits; the low three bits of the whole quotient
// stand above it.
static __device__ __noinline__ unsigned long long __optx_divide(unsigned long long a, unsigned long long b) {
  unsigned long long r;
  unsigned long long m;
  int n = __optx_digits(a, &r);
  int e = __optx_digits(b, &m);
  n -= e;
  unsigned long long q = 0ull;
  // Long division with as many bits a step as fit beside the digits.
  while (true) {
    unsigned long long d = r / m;
    r -= d * m;
    q += d;
    if (n == 0) break;
    int k = n < 11 ? n : 11;
    r <<= k;
    q <<= k;
    n -= k;
  }
  return r | q << 61;
}

// What that unit makes of it: b's exponent, as if no number were subnormal.
static __device__ __forceinline__ double __optx_rest(unsigned long long r, unsigned long long b) {
  unsigned long long m;
  int e = __optx_digits(b, &m);
  return __dmul_rn(__dmul_rn((double)(r & 0x1fffffffffffffull), 0x1p-52), __optx_value((unsigned long long)e << 52));
}

__device__ double fmod(double x, double y) {
  unsigned long long a = __optx_bits(fabs(x));
  unsigned long long b = __optx_bits(fabs(y));
  // A NaN, an infinite x or a zero y.
  if (a >= 0x7ff0000000000000ull || b > 0x7ff0000000000000ull || b == 0ull) return __optx_value(0x7fffffffffffffffull);
  return a < b ? x : copysign(__optx_rest(__optx_divide(a, b), b), x);
}

__device__ double remquo(double x, double y, int *quotient) {
  unsigned long long a = __optx_bits(fabs(x));
  unsigned long long b = __optx_bits(fabs(y));
  *quotient = 0;
  if (a >= 0x7ff0000000000000ull || b > 0x7ff0000000000000ull || b == 0ull) return __optx_value(0x7fffffffffffffffull);
  unsigned int q = 0u;
  double r = fabs(x);
  if (a >= b) {
    unsigned long long v = __optx_divide(a, b);
    r = __optx_rest(v, b);
    q = (unsigned int)(v >> 61);
  }
  // To the nearest whole quotient, halves to even. Where it matters the difference is exact.
  double t = __dsub_rn(fabs(y), r);
  if (r > t || (r == t && (q & 1u) != 0u)) {
    r = -t;
    q++;
  }
  q &= 7u;
  *quotient = signbit(x) != signbit(y) ? -(int)q : (int)q;
  return signbit(x) ? -r : r;
}

__device__ double remainder(double x, double y) {
  int q;
  return remquo(x, y, &q);
}

__device__ double nextafter(double x, double y) {
  if (x != x || y != y) return __dadd_rn(x, y);
  if (x == y) return y;
  unsigned long long b = __optx_bits(x);
  if (x == 0.0) return copysign(__optx_value(1ull), y);
  bool away = (x < y) == (x > 0.0);
  return __optx_value(away ? b + 1ull : b - 1ull);
}

// A finite number's biased exponent, as if no exponent were too small for a normal number; *hi and *lo have its digits.
static __device__ __forceinline__ int __optx_normal(double x, int *hi, int *lo) {
  bool tiny = fabs(x) < 0x1p-1022;
  double y = tiny ? __dmul_rn(x, 0x1p54) : x;
  *hi = __double2hiint(y);
  *lo = __double2loint(y);
  return ((*hi >> 20) & 0x7ff) - (tiny ? 54 : 0);
}

__device__ double frexp(double x, int *e) {
  int hi;
  int lo;
  int k = __optx_normal(x, &hi, &lo);
  bool plain = x != 0.0 && fabs(x) < __longlong_as_double(0x7ff0000000000000LL);
  *e = plain ? k - 1022 : 0;
  return plain ? __hiloint2double((hi & 0x800fffff) | 0x3fe00000, lo) : __dadd_rn(x, x);
}

// x 2^n by three factors. Where n is so small that a product on the way could be subnormal, the factors after it are small
// enough to make 0 of that, so nothing is rounded twice; past the bounds of n the result is 0 or infinite.
__device__ double scalbn(double x, int n) {
  n = n < -2099 ? -2099 : n > 2099 ? 2099 : n;
  int third = (unsigned int)(n + 161) < 323u ? 0 : n * 85 >> 8;
  double f = __hiloint2double(third * 0x100000 + 0x3ff00000, 0);
  double r = __dmul_rn(x, __hiloint2double((n - 2 * third) * 0x100000 + 0x3ff00000, 0));
  return __dmul_rn(__dmul_rn(r, f), f);
}

__device__ double ldexp(double x, int n) { return scalbn(x, n); }
__device__ double scalbln(double x, long n) { return scalbn(x, n < -100000 ? -100000 : n > 100000 ? 100000 : (int)n); }

__device__ int ilogb(double x) {
  int hi;
  int lo;
  int k = __optx_normal(x, &hi, &lo) - 1023;
  // 0 and NaN, then infinity.
  if (x == 0.0 || x != x) k = -2147483647 - 1;
  return fabs(x) == __longlong_as_double(0x7ff0000000000000LL) ? 2147483647 : k;
}

__device__ double logb(double x) {
  int hi;
  int lo;
  double r = (double)(__optx_normal(x, &hi, &lo) - 1023);
  if (x == 0.0) r = -__longlong_as_double(0x7ff0000000000000LL);
  return fabs(x) < __longlong_as_double(0x7ff0000000000000LL) ? r : __dmul_rn(x, x);
}

__device__ double modf(double x, double *whole) {
  double t = trunc(x);
  *whole = t;
  return copysign(__optx_bits(fabs(x)) == 0x7ff0000000000000ull ? 0.0 : __dsub_rn(x, t), x);
}

__device__ double nan(const char *) { return __optx_value(0x7fffffffffffffffull); }

// ---- float

// The exponent of a positive finite number's bits, as that of 2^23 times the unit that its digits *m count.
static __device__ __forceinline__ int __optx_digitsf(unsigned int b, unsigned int *m) {
  int e = (int)(b >> 23);
  // A subnormal number has the smallest exponent and no digit before its point.
  e = e > 1 ? e : 1;
  *m = b - ((unsigned int)(e - 1) << 23);
  return e;
}

// a mod b for bits of finite numbers with b <= a and not 0, in the unit of b's digits; the low three bits of the whole quotient
// stand above it.
static __device__ __noinline__ unsigned int __optx_dividef(unsigned int a, unsigned int b) {
  unsigned int r;
  unsigned int m;
  int n = __optx_digitsf(a, &r);
  int e = __optx_digitsf(b, &m);
  n -= e;
  unsigned int q = 0u;
  // Long division with as many bits a step as fit beside the digits.
  while (true) {
    unsigned int d = r / m;
    r -= d * m;
    q += d;
    if (n == 0) break;
    int k = n < 8 ? n : 8;
    r <<= k;
    q <<= k;
    n -= k;
  }
  return r | q << 29;
}

// What that unit makes of it: b's exponent, as if no number were subnormal.
static __device__ __forceinline__ float __optx_restf(unsigned int r, unsigned int b) {
  unsigned int m;
  int e = __optx_digitsf(b, &m);
  return __fmul_rn(__fmul_rn((float)(r & 0xffffffu), 0x1p-23f), __uint_as_float((unsigned int)e << 23));
}

__device__ float fmodf(float x, float y) {
  float size = fabsf(x);
  float d = fabsf(y);
  unsigned int a = __float_as_uint(size);
  unsigned int b = __float_as_uint(d);
  // 2^-102 <= d < 2^107 and x below 2^21 of it: the quotient's error is below 1/2, so that half a unit more is the whole quotient or
  // one more. Differences are multiples of d's unit, no larger than d, normal or 0, and so exact.
  if (b - 0x0c800000u < 0x68800000u && (int)(a - b) < 0x0a800000) {
    float r = fmaf(-truncf(fmaf(size, __optx_rcpf(d), 0.5f)), d, size);
    r = r < 0.0f ? __fadd_rn(r, d) : r;
    return copysignf(size < d ? size : r, x);
  }
  // A NaN, an infinite x or a zero y.
  if (a >= 0x7f800000u || b > 0x7f800000u || b == 0u) return __uint_as_float(0x7fffffffu);
  return copysignf(a < b ? __uint_as_float(a) : __optx_restf(__optx_dividef(a, b), b), x);
}

__device__ float remquof(float x, float y, int *quotient) {
  unsigned int a = __float_as_uint(fabsf(x));
  unsigned int b = __float_as_uint(fabsf(y));
  *quotient = 0;
  if (a >= 0x7f800000u || b > 0x7f800000u || b == 0u) return __uint_as_float(0x7fffffffu);
  // To the nearest whole quotient, halves to even. Where it matters the difference is exact.
  unsigned int q = 0u;
  float r = fabsf(x);
  float t = __fsub_rn(fabsf(y), r);
  bool up = r > t;
  if (a >= b) {
    // By b's digits: under -ftz the rest itself may be zero.
    unsigned int m;
    __optx_digitsf(b, &m);
    unsigned int v = __optx_dividef(a, b);
    unsigned int d = v & 0xffffffu;
    q = v >> 29;
    r = __optx_restf(d, b);
    t = __optx_restf(m - d, b);
    up = d + d > m || (d + d == m && (q & 1u) != 0u);
  }
  if (up) {
    r = -t;
    q++;
  }
  q &= 7u;
  *quotient = signbit(x) != signbit(y) ? -(int)q : (int)q;
  return signbit(x) ? -r : r;
}

__device__ float remainderf(float x, float y) {
  int q;
  return remquof(x, y, &q);
}

__device__ float nextafterf(float x, float y) {
  if (x != x || y != y) return __fadd_rn(x, y);
  // Under -ftz subnormals are zeros, and the least number is the least normal one.
  float zero = copysignf(0.0f, y);
  if (x == y) return y == 0.0f ? zero : y;
  if (x == 0.0f) {
    float least = __fmul_rn(0x1p-126f, 0x1p-23f);
    return copysignf(least == 0.0f ? 0x1p-126f : least, y);
  }
  unsigned int b = __float_as_uint(x);
  bool away = (x < y) == (x > 0.0f);
  float v = __uint_as_float(away ? b + 1u : b - 1u);
  return v == 0.0f ? copysignf(0.0f, x) : v;
}

// A finite number's biased exponent, as if no exponent were too small for a normal number; *y has its digits.
static __device__ __forceinline__ int __optx_normalf(float x, int *y) {
  bool tiny = fabsf(x) < 0x1p-126f;
  *y = __float_as_int(tiny ? __fmul_rn(x, 0x1p25f) : x);
  return ((*y >> 23) & 0xff) - (tiny ? 25 : 0);
}

__device__ float frexpf(float x, int *e) {
  int y;
  int k = __optx_normalf(x, &y);
  bool plain = x != 0.0f && fabsf(x) < __int_as_float(0x7f800000);
  *e = plain ? k - 126 : 0;
  return plain ? __int_as_float((y & 0x807fffff) | 0x3f000000) : __fadd_rn(x, x);
}

__device__ float scalbnf(float x, int n) {
  n = n < -278 ? -278 : n > 278 ? 278 : n;
  int third = (unsigned int)(n + 74) < 149u ? 0 : n * 85 >> 8;
  float f = __int_as_float(third * 0x800000 + 0x3f800000);
  float r = __fmul_rn(x, __int_as_float((n - 2 * third) * 0x800000 + 0x3f800000));
  return __fmul_rn(__fmul_rn(r, f), f);
}

__device__ float ldexpf(float x, int n) { return scalbnf(x, n); }
__device__ float scalblnf(float x, long n) { return scalbnf(x, n < -100000 ? -100000 : n > 100000 ? 100000 : (int)n); }

__device__ int ilogbf(float x) {
  int y;
  int k = __optx_normalf(x, &y) - 127;
  // 0 and NaN, then infinity.
  if (x == 0.0f || x != x) k = -2147483647 - 1;
  return fabsf(x) == __int_as_float(0x7f800000) ? 2147483647 : k;
}

__device__ float logbf(float x) {
  int y;
  float r = (float)(__optx_normalf(x, &y) - 127);
  if (x == 0.0f) r = -__int_as_float(0x7f800000);
  return fabsf(x) < __int_as_float(0x7f800000) ? r : __fmul_rn(x, x);
}

__device__ float modff(float x, float *whole) {
  float t = truncf(x);
  *whole = t;
  return copysignf(__float_as_uint(fabsf(x)) == 0x7f800000u ? 0.0f : __fsub_rn(x, t), x);
}

__device__ float nanf(const char *) { return __uint_as_float(0x7fffffffu); }

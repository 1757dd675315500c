// Functions of the bits of floats and doubles: remainders, neighbours, exponents. All of them are exact.

// ---- double

static __device__ __forceinline__ unsigned long long __optx_bits(double x) { return (unsigned long long)__double_as_longlong(x); }
static __device__ __forceinline__ double __optx_value(unsigned long long b) { return __longlong_as_double((long long)(b)); }

// The significand and exponent of a positive finite number: m * 2^(e - 1075), m with 53 bits.
static __device__ __forceinline__ unsigned long long __optx_significand(unsigned long long b, int *e) {
  int k = (int)(b >> 52);
  unsigned long long m = b & 0xfffffffffffffull;
  if (k == 0) {
    int shift = __clzll((long long)m) - 11;
    *e = 1 - shift;
    return m << shift;
  }
  *e = k;
  return m | 0x10000000000000ull;
}

__device__ double fmod(double x, double y) {
  unsigned long long a = __optx_bits(fabs(x));
  unsigned long long b = __optx_bits(fabs(y));
  // A NaN, an infinite x or a zero y.
  if (a >= 0x7ff0000000000000ull || b > 0x7ff0000000000000ull || b == 0ull) {
    double p = __dmul_rn(x, y);
    return __ddiv_rn(p, p);
  }
  if (a < b) return x;
  int ea;
  int eb;
  unsigned long long ma = __optx_significand(a, &ea);
  unsigned long long mb = __optx_significand(b, &eb);
  int n = ea - eb;
  ma = ma % mb;
  // As many bits a step as fit beside the significand.
  while (n > 0) {
    int k = n < 11 ? n : 11;
    ma = (ma << k) % mb;
    n -= k;
  }
  unsigned long long r = 0ull;
  if (ma != 0ull) {
    int shift = __clzll((long long)ma) - 11;
    int e = eb - shift;
    r = e > 0 ? ((ma << shift) - 0x10000000000000ull) + ((unsigned long long)e << 52) : (ma << shift) >> (1 - e);
  }
  return copysign(__optx_value(r), x);
}

__device__ double remainder(double x, double y) {
  double b = fabs(y);
  unsigned long long bb = __optx_bits(b);
  // fmod also says what is a NaN.
  double a = fabs(bb < 0x7ff0000000000000ull - 0x10000000000000ull ? fmod(x, __dadd_rn(b, b)) : fmod(x, y));
  if (a != a || bb >= 0x7ff0000000000000ull) return fmod(x, y);
  if (bb < 0x10000000000000ull * 2ull) {
    if (__dadd_rn(a, a) > b) {
      a = __dsub_rn(a, b);
      if (__dadd_rn(a, a) >= b) a = __dsub_rn(a, b);
    }
  } else {
    double h = __dmul_rn(b, 0.5);
    if (a > h) {
      a = __dsub_rn(a, b);
      if (a >= h) a = __dsub_rn(a, b);
    }
  }
  return __optx_bits(x) >> 63 ? -a : a;
}

__device__ double remquo(double x, double y, int *quotient) {
  double b = fabs(y);
  *quotient = 0;
  // A NaN, an infinite x, a zero or infinite y.
  if (!(fabs(x) < __longlong_as_double(0x7ff0000000000000LL)) || !(b < __longlong_as_double(0x7ff0000000000000LL)) || b == 0.0) return remainder(x, y);
  double eight = __dmul_rn(b, 8.0);
  double a = fabs(eight < __longlong_as_double(0x7ff0000000000000LL) ? fmod(x, eight) : x);
  int q = 0;
  // Multiples of b that overflow are larger than a. An eighth is none of the low three bits.
  for (int k = 8; k > 1; k >>= 1) {
    double part = __dmul_rn(b, (double)k);
    if (a >= part) {
      a = __dsub_rn(a, part);
      q += k;
    }
  }
  // a < 2b, and q is even: to the nearest, halves to even. Twice a small a is exact, and half of a large b.
  bool small = b < 0x1p-1000;
  double limit = small ? b : __dmul_rn(b, 0.5);
  if ((small ? __dadd_rn(a, a) : a) > limit) {
    a = __dsub_rn(a, b);
    q++;
    if ((small ? __dadd_rn(a, a) : a) >= limit) {
      a = __dsub_rn(a, b);
      q++;
    }
  }
  bool minus = signbit(x);
  *quotient = minus != signbit(y) ? -q : q;
  return minus ? -a : a;
}

__device__ double nextafter(double x, double y) {
  if (x != x || y != y) return __dadd_rn(x, y);
  if (x == y) return y;
  unsigned long long b = __optx_bits(x);
  if (x == 0.0) return copysign(__optx_value(1ull), y);
  bool away = (x < y) == (x > 0.0);
  return __optx_value(away ? b + 1ull : b - 1ull);
}

__device__ double frexp(double x, int *e) {
  unsigned long long b = __optx_bits(fabs(x));
  if (b == 0ull || b >= 0x7ff0000000000000ull) {
    *e = 0;
    return __dadd_rn(x, x);
  }
  int k;
  unsigned long long m = __optx_significand(b, &k);
  *e = k - 1022;
  return copysign(__optx_value((m & 0xfffffffffffffull) | ((unsigned long long)1022 << 52)), x);
}

__device__ double scalbn(double x, int n) {
  // Three steps reach every exponent; only the last one may round.
  double v = x;
  int k = n < -3069 ? -3069 : n > 3069 ? 3069 : n;
  while (k > 1023) {
    v = __dmul_rn(v, __longlong_as_double((long long)(unsigned long long)2046 << 52));
    k -= 1023;
  }
  // Down by less than the significand's width at first, so that nothing is rounded twice.
  while (k < -1022) {
    v = __dmul_rn(v, __longlong_as_double((long long)(unsigned long long)54 << 52));
    k += 969;
  }
  return __dmul_rn(v, __longlong_as_double((long long)(unsigned long long)(k + 1023) << 52));
}

__device__ double ldexp(double x, int n) { return scalbn(x, n); }
__device__ double scalbln(double x, long n) { return scalbn(x, n < -100000 ? -100000 : n > 100000 ? 100000 : (int)n); }

__device__ int ilogb(double x) {
  unsigned long long b = __optx_bits(fabs(x));
  if (b == 0ull) return -2147483647 - 1;
  if (b >= 0x7ff0000000000000ull) return b == 0x7ff0000000000000ull ? 2147483647 : -2147483647 - 1;
  int k;
  __optx_significand(b, &k);
  return k - 1023;
}

__device__ double logb(double x) {
  double a = fabs(x);
  if (a == 0.0) return __optx_value(0x7ff0000000000000ull | (unsigned long long)1 << 63);
  if (!(__optx_bits(a) < 0x7ff0000000000000ull)) return __dmul_rn(x, x);
  return (double)ilogb(x);
}

__device__ double modf(double x, double *whole) {
  double t = trunc(x);
  *whole = t;
  return copysign(__optx_bits(fabs(x)) == 0x7ff0000000000000ull ? 0.0 : __dsub_rn(x, t), x);
}

// ---- float

static __device__ __forceinline__ unsigned int __optx_bitsf(float x) { return __float_as_uint(x); }
static __device__ __forceinline__ float __optx_valuef(unsigned int b) { return __uint_as_float((b)); }

// The significand and exponent of a positive finite number: m * 2^(e - 150), m with 24 bits.
static __device__ __forceinline__ unsigned int __optx_significandf(unsigned int b, int *e) {
  int k = (int)(b >> 23);
  unsigned int m = b & 0x7fffffu;
  if (k == 0) {
    int shift = __clz((int)m) - 8;
    *e = 1 - shift;
    return m << shift;
  }
  *e = k;
  return m | 0x800000u;
}

__device__ float fmodf(float x, float y) {
  unsigned int a = __optx_bitsf(fabsf(x));
  unsigned int b = __optx_bitsf(fabsf(y));
  // A NaN, an infinite x or a zero y.
  if (a >= 0x7f800000u || b > 0x7f800000u || b == 0u) {
    float p = __fmul_rn(x, y);
    return __fdiv_rn(p, p);
  }
  if (a < b) return x;
  int ea;
  int eb;
  unsigned int ma = __optx_significandf(a, &ea);
  unsigned int mb = __optx_significandf(b, &eb);
  int n = ea - eb;
  ma = ma % mb;
  // As many bits a step as fit beside the significand.
  while (n > 0) {
    int k = n < 8 ? n : 8;
    ma = (ma << k) % mb;
    n -= k;
  }
  unsigned int r = 0u;
  if (ma != 0u) {
    int shift = __clz((int)ma) - 8;
    int e = eb - shift;
    r = e > 0 ? ((ma << shift) - 0x800000u) + ((unsigned int)e << 23) : (ma << shift) >> (1 - e);
  }
  return copysignf(__optx_valuef(r), x);
}

__device__ float remainderf(float x, float y) {
  float b = fabsf(y);
  unsigned int bb = __optx_bitsf(b);
  // fmod also says what is a NaN.
  float a = fabsf(bb < 0x7f800000u - 0x800000u ? fmodf(x, __fadd_rn(b, b)) : fmodf(x, y));
  if (a != a || bb >= 0x7f800000u) return fmodf(x, y);
  if (bb < 0x800000u * 2u) {
    if (__fadd_rn(a, a) > b) {
      a = __fsub_rn(a, b);
      if (__fadd_rn(a, a) >= b) a = __fsub_rn(a, b);
    }
  } else {
    float h = __fmul_rn(b, 0.5f);
    if (a > h) {
      a = __fsub_rn(a, b);
      if (a >= h) a = __fsub_rn(a, b);
    }
  }
  return __optx_bitsf(x) >> 31 ? -a : a;
}

__device__ float remquof(float x, float y, int *quotient) {
  float b = fabsf(y);
  *quotient = 0;
  // A NaN, an infinite x, a zero or infinite y.
  if (!(fabsf(x) < __int_as_float(0x7f800000)) || !(b < __int_as_float(0x7f800000)) || b == 0.0f) return remainderf(x, y);
  float eight = __fmul_rn(b, 8.0f);
  float a = fabsf(eight < __int_as_float(0x7f800000) ? fmodf(x, eight) : x);
  int q = 0;
  // Multiples of b that overflow are larger than a. An eighth is none of the low three bits.
  for (int k = 8; k > 1; k >>= 1) {
    float part = __fmul_rn(b, (float)k);
    if (a >= part) {
      a = __fsub_rn(a, part);
      q += k;
    }
  }
  // a < 2b, and q is even: to the nearest, halves to even. Twice a small a is exact, and half of a large b.
  bool small = b < 0x1p-100f;
  float limit = small ? b : __fmul_rn(b, 0.5f);
  if ((small ? __fadd_rn(a, a) : a) > limit) {
    a = __fsub_rn(a, b);
    q++;
    if ((small ? __fadd_rn(a, a) : a) >= limit) {
      a = __fsub_rn(a, b);
      q++;
    }
  }
  bool minus = signbit(x);
  *quotient = minus != signbit(y) ? -q : q;
  return minus ? -a : a;
}

__device__ float nextafterf(float x, float y) {
  if (x != x || y != y) return __fadd_rn(x, y);
  if (x == y) return y;
  unsigned int b = __optx_bitsf(x);
  if (x == 0.0f) return copysignf(__optx_valuef(1u), y);
  bool away = (x < y) == (x > 0.0f);
  return __optx_valuef(away ? b + 1u : b - 1u);
}

__device__ float frexpf(float x, int *e) {
  unsigned int b = __optx_bitsf(fabsf(x));
  if (b == 0u || b >= 0x7f800000u) {
    *e = 0;
    return __fadd_rn(x, x);
  }
  int k;
  unsigned int m = __optx_significandf(b, &k);
  *e = k - 126;
  return copysignf(__optx_valuef((m & 0x7fffffu) | ((unsigned int)126 << 23)), x);
}

__device__ float scalbnf(float x, int n) {
  // Three steps reach every exponent; only the last one may round.
  float v = x;
  int k = n < -381 ? -381 : n > 381 ? 381 : n;
  while (k > 127) {
    v = __fmul_rn(v, __uint_as_float((unsigned int)254 << 23));
    k -= 127;
  }
  // Down by less than the significand's width at first, so that nothing is rounded twice.
  while (k < -126) {
    v = __fmul_rn(v, __uint_as_float((unsigned int)25 << 23));
    k += 102;
  }
  return __fmul_rn(v, __uint_as_float((unsigned int)(k + 127) << 23));
}

__device__ float ldexpf(float x, int n) { return scalbnf(x, n); }
__device__ float scalblnf(float x, long n) { return scalbnf(x, n < -100000 ? -100000 : n > 100000 ? 100000 : (int)n); }

__device__ int ilogbf(float x) {
  unsigned int b = __optx_bitsf(fabsf(x));
  if (b == 0u) return -2147483647 - 1;
  if (b >= 0x7f800000u) return b == 0x7f800000u ? 2147483647 : -2147483647 - 1;
  int k;
  __optx_significandf(b, &k);
  return k - 127;
}

__device__ float logbf(float x) {
  float a = fabsf(x);
  if (a == 0.0f) return __optx_valuef(0x7f800000u | (unsigned int)1 << 31);
  if (!(__optx_bitsf(a) < 0x7f800000u)) return __fmul_rn(x, x);
  return (float)ilogbf(x);
}

__device__ float modff(float x, float *whole) {
  float t = truncf(x);
  *whole = t;
  return copysignf(__optx_bitsf(fabsf(x)) == 0x7f800000u ? 0.0f : __fsub_rn(x, t), x);
}

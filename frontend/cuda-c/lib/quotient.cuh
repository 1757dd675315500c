// Quotients and roots for the other functions of the library: a first guess by the machine's approximation, then Newton's
// steps. Less than 0.51 units of the last place off whatever the guess is within its documented error (the guesses of doubles are
// documented as gross: 2^-18 is assumed), but for a few machine instructions instead of a hundred: nothing is done about
// zeros, infinities, subnormals and what overflows on the way. Who calls them knows that there are none.

// a / b for |b| in 2^-126..2^126, a / b normal or 0.
static __device__ __forceinline__ float __optx_divf(float a, float b) {
  float r = __optx_rcpf(b);
  float q = __fmul_rn(a, r);
  return fmaf(fmaf(-q, b, a), r, q);
}

// The square root of a, 2^-100 <= a < infinity, and of zero.
static __device__ __forceinline__ float __optx_sqrtf(float a) {
  float r = __optx_rsqrtf(a);
  float s = __fmul_rn(a, r);
  s = fmaf(fmaf(-s, s, a), __fmul_rn(0.5f, r), s);
  return a == 0.0f ? a : s;
}

// 1 / b for |b| in 2^-1022..2^1022.
static __device__ __forceinline__ double __optx_reciprocal(double b) {
  double r = __optx_rcp(b);
  double e = fma(-b, r, 1.0);
  return fma(r, fma(e, e, e), r);
}

// a / b for |b| in 2^-1022..2^1022, a / b normal or 0.
static __device__ __forceinline__ double __optx_div(double a, double b) {
  double r = __optx_reciprocal(b);
  double q = __dmul_rn(a, r);
  return fma(fma(-q, b, a), r, q);
}

// The square root of a, 2^-900 <= a < infinity, and of zero.
static __device__ __forceinline__ double __optx_sqrt(double a) {
  double r = __optx_rsqrt(a);
  double e = fma(-__dmul_rn(a, r), r, 1.0);
  r = fma(__dmul_rn(r, e), fma(0.375, e, 0.5), r);
  double s = __dmul_rn(a, r);
  s = fma(fma(-s, s, a), __dmul_rn(0.5, r), s);
  return a == 0.0 ? a : s;
}

// 1 / sqrt(a), 2^-1022 <= a < infinity; what the guess gives for others may be NaN here.
static __device__ __forceinline__ double __optx_rsqrt_steps(double a, double r) {
  // The guess's square is exact.
  double e = fma(-a, __dmul_rn(r, r), 1.0);
  return fma(__dmul_rn(r, e), fma(fma(0.3125, e, 0.375), e, 0.5), r);
}

__device__ double rsqrt(double x) {
  // Positive, normal and finite.
  if ((unsigned int)__double2hiint(x) - 0x100000u < 0x7fe00000u) return __optx_rsqrt_steps(x, __optx_rsqrt(x));
  double inf = __longlong_as_double(0x7ff0000000000000LL);
  // The guess knows no subnormals.
  bool tiny = x < 0x1p-1022;
  double y = tiny ? __dmul_rn(x, 0x1p54) : x;
  double r = __optx_rsqrt(y);
  double v = __optx_rsqrt_steps(y, r);
  // Of 0, infinity, NaN and what is negative the guess is the result.
  return y > 0.0 && y < inf ? __dmul_rn(v, tiny ? 0x1p27 : 1.0) : r;
}

// To nearest: x r in two parts, so that 1 - x r^2 is right to its last digits.
__device__ float __frsqrt_rn(float x) {
  float inf = __int_as_float(0x7f800000);
  bool tiny = x < 0x1p-126f;
  float y = tiny ? __fmul_rn(x, 0x1p24f) : x;
  float r = __optx_rsqrtf(y);
  float g = __fmul_rn(y, r);
  float e = fmaf(-fmaf(y, r, -g), r, fmaf(-g, r, 1.0f));
  float v = fmaf(__fmul_rn(r, e), fmaf(e, 0.375f, 0.5f), r);
  return y > 0.0f && y < inf ? __fmul_rn(v, tiny ? 0x1p12f : 1.0f) : r;
}

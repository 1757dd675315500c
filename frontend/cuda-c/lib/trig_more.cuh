// Tangent and inverse trigonometric functions of floats.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

__device__ float tanf(float x) {
  int q;
  float r = __optx_reduce(x, &q);
  float z = __fmul_rn(r, r);
  // (tan(r) / r - 1) / r^2, |r| <= pi / 4
  float p = 0x1.f7ba6p-9f;
  p = fmaf(p, z, 0x1.36b996p-10f);
  p = fmaf(p, z, 0x1.46708cp-7f);
  p = fmaf(p, z, 0x1.623d94p-6f);
  p = fmaf(p, z, 0x1.ba529ap-5f);
  p = fmaf(p, z, 0x1.111088p-3f);
  p = fmaf(p, z, 0x1.555556p-2f);
  float t = fmaf(__fmul_rn(p, z), r, r);
  // Minus zero stays as it is; under -ftz subnormals are zeros.
  if (x == 0.0f) return copysignf(0.0f, x);
  return (q & 1) ? __optx_divf(-1.0f, t) : t;
}

__device__ void sincosf(float x, float *s, float *c) {
  int q;
  float r = __optx_reduce(x, &q);
  *s = x == 0.0f ? copysignf(0.0f, x) : __optx_sin_quadrant(r, q);
  *c = __optx_sin_quadrant(r, q + 1);
}

// x less its nearest multiple of one half, and which multiple that is.
static __device__ __forceinline__ float __optx_reduce_pif(float x, int *quadrant) {
  // Past 2^24 all is even.
  float y = fabsf(x) < 0x1p24f ? x : isinf(x) ? __fsub_rn(x, x) : __fmul_rn(x, 0.0f);
  float q = rintf(__fadd_rn(y, y));
  *quadrant = __float2int_rn(q) & 3;
  return fmaf(q, -0.5f, y);
}

// sin(pi (r + quadrant / 2)), |r| <= 1/4.
static __device__ __forceinline__ float __optx_sinpi_quadrant(float r, int quadrant) {
  float z = __fmul_rn(r, r);
  float v;
  if (quadrant & 1) {
    // (cos(pi r) - 1) / r^2
    float p = -0x1.a1e852p-6f;
    p = fmaf(p, z, 0x1.e1ec72p-3f);
    p = fmaf(p, z, -0x1.55d3c2p+0f);
    p = fmaf(p, z, 0x1.03c1fp+2f);
    p = fmaf(p, z, -0x1.3bd3ccp+2f);
    v = fmaf(p, z, 1.0f);
  } else {
    // (sin(pi r) / r - pi) / r^2
    float p = 0x1.4cb762p-4f;
    p = fmaf(p, z, -0x1.32ce1ep-1f);
    p = fmaf(p, z, 0x1.466bc2p+1f);
    p = fmaf(p, z, -0x1.4abbcep+2f);
    v = fmaf(r, 0x1.921fb6p+1f, fmaf(r, -0x1.777a5cp-24f, __fmul_rn(__fmul_rn(r, z), p)));
  }
  return (quadrant & 2) ? -v : v;
}

__device__ float sinpif(float x) {
  int q;
  float r = __optx_reduce_pif(x, &q);
  float v = __optx_sinpi_quadrant(r, q);
  // Whole numbers give a zero of their own sign.
  return x == truncf(x) && fabsf(x) < __int_as_float(0x7f800000) ? copysignf(0.0f, x) : v;
}

__device__ float cospif(float x) {
  int q;
  float r = __optx_reduce_pif(x, &q);
  float v = __optx_sinpi_quadrant(r, q + 1);
  return v == 0.0f ? 0.0f : v;
}

__device__ void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}

// atan(t), |t| <= 1.
static __device__ __forceinline__ float __optx_atan_small(float t) {
  float z = __fmul_rn(t, t);
  // (atan(t) / t - 1) / t^2
  float p = -0x1.38de56p-9f;
  p = fmaf(p, z, 0x1.ba9f66p-7f);
  p = fmaf(p, z, -0x1.25dc12p-5f);
  p = fmaf(p, z, 0x1.0001c6p-4f);
  p = fmaf(p, z, -0x1.6295f8p-4f);
  p = fmaf(p, z, 0x1.c3f168p-4f);
  p = fmaf(p, z, -0x1.246cd2p-3f);
  p = fmaf(p, z, 0x1.99983cp-3f);
  p = fmaf(p, z, -0x1.555554p-2f);
  return fmaf(__fmul_rn(p, z), t, t);
}

__device__ float atanf(float x) {
  float a = fabsf(x);
  bool large = a > 1.0f;
  // Past 2^126 the guess is 0, which is good enough.
  float t = large ? __optx_rcpf(a) : a;
  float r = __optx_atan_small(t);
  return copysignf(large ? __fsub_rn(0x1.921fb6p+0f, r) : r, x);
}

// asin(s) for s = a where that is at most 1/2, else for the sine of half of what is left of a right angle; NaN past 1.
static __device__ __forceinline__ float __optx_asin_half(float a, bool large) {
  float z = large ? fmaf(a, -0.5f, 0.5f) : __fmul_rn(a, a);
  float s = large ? __optx_sqrtf(z) : a;
  // (asin(s) / s - 1) / s^2
  float p = 0x1.13fed4p-5f;
  p = fmaf(p, z, 0x1.18f91ep-6f);
  p = fmaf(p, z, 0x1.fd8da2p-6f);
  p = fmaf(p, z, 0x1.6d5bbap-5f);
  p = fmaf(p, z, 0x1.33343p-4f);
  p = fmaf(p, z, 0x1.555554p-3f);
  return fmaf(__fmul_rn(p, z), s, s);
}

__device__ float asinf(float x) {
  float a = fabsf(x);
  bool large = a > 0.5f;
  float r = __optx_asin_half(a, large);
  return copysignf(large ? fmaf(-2.0f, r, 0x1.921fb6p+0f) : r, x);
}

__device__ float acosf(float x) {
  float a = fabsf(x);
  bool large = a > 0.5f;
  float r = __optx_asin_half(a, large);
  float v = large ? __fadd_rn(r, r) : __fsub_rn(0x1.921fb6p+0f, copysignf(r, x));
  return large && x < 0.0f ? __fsub_rn(0x1.921fb6p+1f, v) : v;
}

__device__ float atan2f(float y, float x) {
  float a = fabsf(x);
  float b = fabsf(y);
  float most = fmaxf(a, b);
  float least = fminf(a, b);
  // The guess at a reciprocal knows no subnormals, and makes none.
  float scale = most > 0x1p96f ? 0x1p-96f : most < 0x1p-96f ? 0x1p96f : 1.0f;
  float t = __optx_divf(__fmul_rn(least, scale), __fmul_rn(most, scale));
  if (!(most > 0.0f && most < __int_as_float(0x7f800000))) t = a == b && a > 0.0f ? 1.0f : 0.0f;
  float r = __optx_atan_small(t);
  if (b > a) r = __fsub_rn(0x1.921fb6p+0f, r);
  if (__float_as_int(x) < 0) r = __fsub_rn(0x1.921fb6p+1f, r);
  return isnan(x) || isnan(y) ? __fadd_rn(x, y) : copysignf(r, y);
}

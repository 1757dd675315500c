// Tangent and inverse trigonometric functions of floats.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

__device__ float tanf(float x) {
  int q;
  float r = __optx_reduce(x, &q);
  if (x == 0.0f) return x;
  float s = __optx_sin_quadrant(r, 0);
  float c = __optx_sin_quadrant(r, 1);
  return (q & 1) ? __fdiv_rn(-c, s) : __fdiv_rn(s, c);
}

__device__ void sincosf(float x, float *s, float *c) {
  int q;
  float r = __optx_reduce(x, &q);
  *s = x == 0.0f ? x : __optx_sin_quadrant(r, q);
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

__device__ float atanf(float x) {
  float a = fabsf(x);
  float t = a;
  float h = 0.0f;
  float l = 0.0f;
  if (a > 0x1.3504f4p+1f) {
    t = __fdiv_rn(-1.0f, a);
    h = 0x1.921fb6p+0f;
    l = -0x1.777a5cp-25f;
  } else if (a > 0x1.a8279ap-2f) {
    t = __fdiv_rn(__fsub_rn(a, 1.0f), __fadd_rn(a, 1.0f));
    h = 0x1.921fb6p-1f;
    l = -0x1.777a5cp-26f;
  }
  float z = __fmul_rn(t, t);
  // (atan(t) / t - 1) / t^2
  float p = -0x1.0841e6p-4f;
  p = fmaf(p, z, 0x1.b80f24p-4f);
  p = fmaf(p, z, -0x1.242028p-3f);
  p = fmaf(p, z, 0x1.99973p-3f);
  p = fmaf(p, z, -0x1.555554p-2f);
  float r = __fadd_rn(h, __fadd_rn(t, fmaf(__fmul_rn(t, z), p, l)));
  return copysignf(r, x);
}

// (asin(s) / s - 1) for z = s^2 <= 1/4.
static __device__ __forceinline__ float __optx_asin_tailf(float z) {
  // (asin(s) / s - 1) / s^2
  float p = 0x1.13fed4p-5f;
  p = fmaf(p, z, 0x1.18f91ep-6f);
  p = fmaf(p, z, 0x1.fd8da2p-6f);
  p = fmaf(p, z, 0x1.6d5bbap-5f);
  p = fmaf(p, z, 0x1.33343p-4f);
  p = fmaf(p, z, 0x1.555554p-3f);
  return __fmul_rn(p, z);
}

__device__ float asinf(float x) {
  float a = fabsf(x);
  if (a <= 0.5f) return fmaf(x, __optx_asin_tailf(__fmul_rn(x, x)), x);
  // Past 1 the root is a NaN.
  float z = __fmul_rn(__fsub_rn(1.0f, a), 0.5f);
  float s = __fsqrt_rn(z);
  float c = s == 0.0f ? 0.0f : __fdiv_rn(fmaf(-s, s, z), __fadd_rn(s, s));
  float r = __fadd_rn(s, fmaf(s, __optx_asin_tailf(z), c));
  return copysignf(__fadd_rn(0x1.921fb6p+0f, fmaf(-2.0f, r, -0x1.777a5cp-25f)), x);
}

__device__ float acosf(float x) {
  float a = fabsf(x);
  if (a <= 0.5f) {
    float t = __optx_asin_tailf(__fmul_rn(x, x));
    return __fsub_rn(0x1.921fb6p+0f, __fsub_rn(x, fmaf(-x, t, -0x1.777a5cp-25f)));
  }
  float z = __fmul_rn(__fsub_rn(1.0f, a), 0.5f);
  float s = __fsqrt_rn(z);
  float r = fmaf(s, __optx_asin_tailf(z), s);
  return x < 0.0f ? __fadd_rn(0x1.921fb6p+1f, fmaf(-2.0f, r, -0x1.777a5cp-24f)) : __fmul_rn(2.0f, r);
}

__device__ float atan2f(float y, float x) {
  if (isnan(x) || isnan(y)) return __fadd_rn(x, y);
  float a = fabsf(x);
  float b = fabsf(y);
  float v;
  if (b == 0.0f) {
    v = 0.0f;
  } else if (a == 0.0f) {
    return copysignf(0x1.921fb6p+0f, y);
  } else if (isinf(a) && isinf(b)) {
    v = 0x1.921fb6p-1f;
  } else {
    v = atanf(__fdiv_rn(b, a));
  }
  if (__float_as_int(x) < 0) v = __fsub_rn(0x1.921fb6p+1f, __fsub_rn(v, -0x1.777a5cp-24f));
  return copysignf(v, y);
}

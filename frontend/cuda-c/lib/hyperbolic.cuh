// Further exponentials and logarithms of floats, hyperbolic functions and their inverses.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// e^f - 1 - f, |f| <= ln(2) / 2.
static __device__ __forceinline__ float __optx_exp_tailf(float f) {
  // (e^f - 1 - f) / f^2
  float p = 0x1.a1248ap-13f;
  p = fmaf(p, f, 0x1.6d4322p-10f);
  p = fmaf(p, f, 0x1.1110e2p-7f);
  p = fmaf(p, f, 0x1.5554eap-5f);
  p = fmaf(p, f, 0x1.555556p-3f);
  p = fmaf(p, f, 0x1p-1f);
  return __fmul_rn(__fmul_rn(p, f), f);
}

// 2^n, n in -126..127.
static __device__ __forceinline__ float __optx_power_of_twof(int n) { return __int_as_float((n + 127) << 23); }

__device__ float exp10f(float x) {
  float y = x > 39.0f ? 39.0f : x;
  y = y < -46.0f ? -46.0f : y;
  float n = rintf(__fmul_rn(y, 0x1.a934fp+1f));
  float f = fmaf(n, -0x1.34p-2f, y);
  f = fmaf(n, -0x1.04d428p-12f, f);
  float a = __fmul_rn(f, 0x1.26bb1cp+1f);
  float l = fmaf(f, -0x1.12aabap-25f, fmaf(f, 0x1.26bb1cp+1f, -a));
  float r = __fadd_rn(1.0f, __fadd_rn(a, __fadd_rn(__optx_exp_tailf(a), l)));
  int k = __float2int_rn(n);
  int half = k >> 1;
  return __fmul_rn(__fmul_rn(r, __optx_power_of_twof(half)), __optx_power_of_twof(k - half));
}

__device__ float expm1f(float x) {
  float y = x > 89.0f ? 89.0f : x;
  if (y < -18.0f) return -1.0f;
  float n = rintf(__fmul_rn(y, 0x1.715476p+0f));
  float f1 = fmaf(n, -0x1.62e4p-1f, y);
  float f = fmaf(n, -0x1.7f7d1cp-20f, f1);
  float fl = fmaf(n, -0x1.7f7d1cp-20f, __fsub_rn(f1, f));
  float t = __optx_exp_tailf(f);
  int k = __float2int_rn(n);
  // Minus zero, and subnormals, stay as they are.
  if (k == 0) return fabsf(x) < 0x1p-30f ? x : __fadd_rn(f, t);
  // 2^k (f + t) + (2^k - 1), at half the size.
  float s = __optx_power_of_twof(k - 1);
  float a = __fsub_rn(s, 0.5f);
  float b = __fmul_rn(f, s);
  float h = __fadd_rn(a, b);
  float v = __fsub_rn(h, a);
  float l = __fadd_rn(__fsub_rn(a, __fsub_rn(h, v)), __fsub_rn(b, v));
  return __fmul_rn(__fadd_rn(h, fmaf(t, s, fmaf(__fmul_rn(fl, s), __fadd_rn(1.0f, f), l))), 2.0f);
}

__device__ float log1pf(float x) {
  if (fabsf(x) < 0x1p-25f) return x;
  if (!(x > -1.0f && x < __int_as_float(0x7f800000))) return x == -1.0f ? -__int_as_float(0x7f800000) : x < -1.0f ? __int_as_float(0x7fffffff) : __fadd_rn(x, x);
  float u = __fadd_rn(1.0f, x);
  int i = __float_as_int(u);
  int e = (i - 0x3f3504f3) >> 23;
  float f = __fsub_rn(__int_as_float(i - (e << 23)), 1.0f);
  float c = 0.0f;
  if (e == 0) {
    f = x;
  } else if (e < 26) {
    // What the sum lost, as a part of it.
    c = __fdiv_rn(x > 1.0f ? __fsub_rn(1.0f, __fsub_rn(u, x)) : __fsub_rn(x, __fsub_rn(u, 1.0f)), u);
  }
  float s = __fdiv_rn(f, __fadd_rn(2.0f, f));
  float z = __fmul_rn(s, s);
  // (2 atanh(s) / s - 2) / s^2
  float p = 0x1.dddbaap-3f;
  p = fmaf(p, z, 0x1.245c08p-2f);
  p = fmaf(p, z, 0x1.9999ecp-2f);
  p = fmaf(p, z, 0x1.555556p-1f);
  float r = __fmul_rn(p, z);
  float q = __fmul_rn(__fmul_rn(0.5f, f), f);
  float k = (float)e;
  float low = fmaf(s, __fadd_rn(q, r), fmaf(k, 0x1.7f7d1cp-20f, c));
  return fmaf(k, 0x1.62e4p-1f, -__fsub_rn(__fsub_rn(q, low), f));
}

// Half of e^a for a >= 1, without overflow before e^a / 2 overflows.
static __device__ __forceinline__ float __optx_half_exp(float a) {
  float y = a > 90.0f ? 90.0f : a;
  float n = rintf(__fmul_rn(y, 0x1.715476p+0f));
  float f = fmaf(n, -0x1.62e4p-1f, y);
  f = fmaf(n, -0x1.7f7d1cp-20f, f);
  float h = __fadd_rn(1.0f, f);
  float r = __fadd_rn(h, __fadd_rn(__optx_exp_tailf(f), __fadd_rn(__fsub_rn(1.0f, h), f)));
  int k = __float2int_rn(n) - 1;
  int half = k >> 1;
  return __fmul_rn(__fmul_rn(r, __optx_power_of_twof(half)), __optx_power_of_twof(k - half));
}

__device__ float sinhf(float x) {
  float a = fabsf(x);
  if (isnan(x)) return __fadd_rn(x, x);
  float r;
  if (a < 1.0f) {
    float t = expm1f(a);
    r = __fsub_rn(t, __fmul_rn(0.5f, __fdiv_rn(__fmul_rn(t, t), __fadd_rn(t, 1.0f))));
  } else {
    float t = __optx_half_exp(a);
    r = __fsub_rn(t, __fdiv_rn(0.25f, t));
  }
  return copysignf(r, x);
}

__device__ float coshf(float x) {
  if (isnan(x)) return __fadd_rn(x, x);
  float a = fabsf(x);
  if (a < 0.34f) {
    float t = expm1f(a);
    return __fadd_rn(1.0f, __fdiv_rn(__fmul_rn(t, t), __fmul_rn(2.0f, __fadd_rn(1.0f, t))));
  }
  float t = __optx_half_exp(a);
  return __fadd_rn(t, __fdiv_rn(0.25f, t));
}

__device__ float tanhf(float x) {
  float a = fabsf(x);
  if (isnan(x)) return __fadd_rn(x, x);
  float r;
  if (a < 0.55f) {
    float z = __fmul_rn(a, a);
    // (tanh(a) / a - 1) / a^2
    float p = -0x1.b12aecp-8f;
    p = fmaf(p, z, 0x1.5d20bp-6f);
    p = fmaf(p, z, -0x1.b9a028p-5f);
    p = fmaf(p, z, 0x1.110feap-3f);
    p = fmaf(p, z, -0x1.555554p-2f);
    r = fmaf(__fmul_rn(z, p), a, a);
  } else if (a < 10.0f) {
    r = __fsub_rn(1.0f, __fdiv_rn(1.0f, __fadd_rn(__optx_half_exp(__fadd_rn(a, a)), 0.5f)));
  } else {
    r = 1.0f;
  }
  return copysignf(r, x);
}

__device__ float asinhf(float x) {
  float a = fabsf(x);
  float r;
  if (!(a > 0x1p-13f)) {
    r = a;
  } else if (a > 0x1p13f) {
    r = __fadd_rn(log1pf(__fsub_rn(a, 1.0f)), 0x1.62e43p-1f);
  } else {
    float t = __fmul_rn(a, a);
    r = log1pf(__fadd_rn(a, __fdiv_rn(t, __fadd_rn(1.0f, __fsqrt_rn(__fadd_rn(1.0f, t))))));
  }
  return copysignf(r, x);
}

__device__ float acoshf(float x) {
  if (!(x >= 1.0f)) return x < 1.0f ? __int_as_float(0x7fffffff) : __fadd_rn(x, x);
  float t = __fsub_rn(x, 1.0f);
  if (x > 0x1p13f) return __fadd_rn(log1pf(t), 0x1.62e43p-1f);
  return log1pf(__fadd_rn(t, __fsqrt_rn(fmaf(t, t, __fadd_rn(t, t)))));
}

__device__ float atanhf(float x) {
  float a = fabsf(x);
  float t = __fadd_rn(a, a);
  float u = __fsub_rn(1.0f, a);
  float r = a < 0.5f ? __fmul_rn(0.5f, log1pf(__fadd_rn(t, __fdiv_rn(__fmul_rn(t, a), u)))) : __fmul_rn(0.5f, log1pf(__fdiv_rn(t, u)));
  return copysignf(r, x);
}

__device__ float cbrtf(float x) {
  float a = fabsf(x);
  if (a == 0.0f || !(a < __int_as_float(0x7f800000))) return __fadd_rn(x, x);
  // A cube of a power of two, so that nothing underflows on the way.
  float scale = 1.0f;
  if (a < 0x1p-60f) {
    a = __fmul_rn(a, 0x1p90f);
    scale = 0x1p-30f;
  } else if (a > 0x1p60f) {
    a = __fmul_rn(a, 0x1p-60f);
    scale = 0x1p20f;
  }
  float y = __int_as_float(__float_as_int(a) / 3 + 709958130);
  for (int k = 0; k < 2; k++) {
    float c = __fmul_rn(__fmul_rn(y, y), y);
    y = __fmul_rn(y, __fdiv_rn(fmaf(2.0f, a, c), fmaf(2.0f, c, a)));
  }
  float t = __fmul_rn(y, y);
  float r = fmaf(-t, y, a);
  r = fmaf(-fmaf(y, y, -t), y, r);
  y = __fadd_rn(y, __fdiv_rn(r, __fmul_rn(3.0f, t)));
  return copysignf(__fmul_rn(y, scale), x);
}

__device__ float rcbrtf(float x) { return __fdiv_rn(1.0f, cbrtf(x)); }

__device__ float hypotf(float x, float y) {
  float a = fabsf(x);
  float b = fabsf(y);
  if (isinf(a) || isinf(b)) return __int_as_float(0x7f800000);
  if (isnan(a) || isnan(b)) return __fadd_rn(a, b);
  float m = fmaxf(a, b);
  float n = fminf(a, b);
  // The smaller one does not count. So no scale that suits one of them is wrong for the other.
  if (n <= __fmul_rn(m, 0x1p-30f)) return m;
  float scale = 1.0f;
  if (m > 0x1p60f) {
    scale = 0x1p70f;
    m = __fmul_rn(m, 0x1p-70f);
    n = __fmul_rn(n, 0x1p-70f);
  } else if (n < 0x1p-60f) {
    scale = 0x1p-90f;
    m = __fmul_rn(m, 0x1p90f);
    n = __fmul_rn(n, 0x1p90f);
  }
  float h = fmaf(m, m, __fmul_rn(n, n));
  if (!(h < __int_as_float(0x7f800000))) return __fmul_rn(m, scale);
  return __fmul_rn(__fsqrt_rn(h), scale);
}

__device__ float rhypotf(float x, float y) { return __fdiv_rn(1.0f, hypotf(x, y)); }

// 1 - erf(a) for a >= 1/2.
static __device__ float __optx_erfc_largef(float a) {
  if (a > 10.2f) return 0.0f;
  float h = __fmul_rn(a, a);
  float l = fmaf(a, a, -h);
  float v;
  if (a < 2.0f) {
    float t = __fsub_rn(a, 1.25f);
    // erfc(a) e^(a^2)
    float p = -0x1.558a38p-16f;
    p = fmaf(p, t, 0x1.0cbf5cp-14f);
    p = fmaf(p, t, -0x1.51a31cp-13f);
    p = fmaf(p, t, 0x1.ea2454p-12f);
    p = fmaf(p, t, -0x1.5bb2b4p-10f);
    p = fmaf(p, t, 0x1.d1f77p-9f);
    p = fmaf(p, t, -0x1.299592p-7f);
    p = fmaf(p, t, 0x1.68a146p-6f);
    p = fmaf(p, t, -0x1.9b635cp-5f);
    p = fmaf(p, t, 0x1.b56f4ap-4f);
    p = fmaf(p, t, -0x1.abaacep-3f);
    p = fmaf(p, t, 0x1.78a692p-2f);
    v = p;
  } else {
    float t = __fdiv_rn(1.0f, h);
    // erfc(a) e^(a^2) a
    float p = 0x1.b51884p+4f;
    p = fmaf(p, t, -0x1.2ec238p+5f);
    p = fmaf(p, t, 0x1.8222ecp+4f);
    p = fmaf(p, t, -0x1.3bdb12p+3f);
    p = fmaf(p, t, 0x1.99edeep+1f);
    p = fmaf(p, t, -0x1.08989ap+0f);
    p = fmaf(p, t, 0x1.b0956p-2f);
    p = fmaf(p, t, -0x1.20dacep-2f);
    p = fmaf(p, t, 0x1.20dd74p-1f);
    v = __fdiv_rn(p, a);
  }
  float n = rintf(__fmul_rn(-h, 0x1.715476p+0f));
  float f = fmaf(n, -0x1.62e4p-1f, -h);
  f = fmaf(n, -0x1.7f7d1cp-20f, f);
  f = __fsub_rn(f, l);
  float r = __fmul_rn(__fadd_rn(1.0f, __fadd_rn(f, __optx_exp_tailf(f))), v);
  int k = __float2int_rn(n);
  int half = k >> 1;
  return __fmul_rn(__fmul_rn(r, __optx_power_of_twof(half)), __optx_power_of_twof(k - half));
}

static __device__ __forceinline__ float __optx_erf_smallf(float x) {
  float z = __fmul_rn(x, x);
  // erf(x) / x - 1
  float p = -0x1.445f48p-17f;
  p = fmaf(p, z, 0x1.d8875p-14f);
  p = fmaf(p, z, -0x1.bccf66p-11f);
  p = fmaf(p, z, 0x1.562a6p-8f);
  p = fmaf(p, z, -0x1.b829c8p-6f);
  p = fmaf(p, z, 0x1.ce2f08p-4f);
  p = fmaf(p, z, -0x1.812746p-2f);
  p = fmaf(p, z, 0x1.06eba8p-3f);
  return fmaf(x, p, x);
}

__device__ float erff(float x) {
  float a = fabsf(x);
  if (!(a > 1.0f)) return __optx_erf_smallf(x);
  return copysignf(a > 4.0f ? 1.0f : __fsub_rn(1.0f, __optx_erfc_largef(a)), x);
}

__device__ float erfcf(float x) {
  if (isnan(x)) return __fadd_rn(x, x);
  if (x < 0.5f) return x < -4.0f ? 2.0f : x < -1.0f ? __fsub_rn(2.0f, __optx_erfc_largef(-x)) : __fsub_rn(1.0f, __optx_erf_smallf(x));
  return __optx_erfc_largef(x);
}

// The inverse of the error function and the normal distribution, of floats.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

__device__ float erfinvf(float x) {
  float y = fmaf(-x, x, 1.0f);
  if (!(y > 0.0f)) return fabsf(x) == 1.0f ? copysignf(__int_as_float(0x7f800000), x) : __int_as_float(0x7fffffff);
  // A NaN has passed no comparison, and left with the others.
  float w = -logf(y);
  if (w < 5.0f) {
    float t = __fsub_rn(w, 2.5f);
    // erfinv(x) / x - 1
    float p = -0x1.28f8a2p-27f;
    p = fmaf(p, t, 0x1.a0a90ap-26f);
    p = fmaf(p, t, 0x1.f2484ep-22f);
    p = fmaf(p, t, -0x1.d2aad2p-19f);
    p = fmaf(p, t, -0x1.4c6904p-18f);
    p = fmaf(p, t, 0x1.ca0a42p-13f);
    p = fmaf(p, t, -0x1.486748p-10f);
    p = fmaf(p, t, -0x1.11c6d2p-8f);
    p = fmaf(p, t, 0x1.f91e8cp-3f);
    p = fmaf(p, t, 0x1.00b8bcp-1f);
    return fmaf(p, x, x);
  }
  float t = __fsub_rn(__optx_sqrtf(w), 3.25f);
  // erfinv(x) / x
  float p = 0x1.04c348p-13f;
  p = fmaf(p, t, -0x1.45b8f2p-15f);
  p = fmaf(p, t, -0x1.c05e2ap-12f);
  p = fmaf(p, t, 0x1.00ee1p-10f);
  p = fmaf(p, t, -0x1.b14c84p-10f);
  p = fmaf(p, t, 0x1.463a8cp-9f);
  p = fmaf(p, t, -0x1.ec8714p-9f);
  p = fmaf(p, t, 0x1.5ff3dcp-8f);
  p = fmaf(p, t, 0x1.0158acp+0f);
  p = fmaf(p, t, 0x1.8abcc4p+1f);
  return __fmul_rn(p, x);
}

__device__ float normcdff(float x) {
  // Half of erfc(-x / sqrt(2)), past 15 without a change.
  float a = fabsf(__optx_between(x, -15.0f, 15.0f));
  float h = __fmul_rn(a, 0x1.6a09e6p-1f);
  float l = fmaf(a, 0x1.9fcef4p-27f, fmaf(a, 0x1.6a09e6p-1f, -h));
  float r = __optx_erfc_positivef(h, l, 0.5f);
  return x > 0.0f ? __fsub_rn(1.0f, r) : r;
}

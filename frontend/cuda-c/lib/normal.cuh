// The inverse of the error function and the normal distribution, of floats.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

__device__ float erfinvf(float x) {
  float y = fmaf(-x, x, 1.0f);
  if (!(y > 0.0f)) return fabsf(x) == 1.0f ? copysignf(__int_as_float(0x7f800000), x) : __int_as_float(0x7fffffff);
  // A NaN has passed no comparison, and left with the others.
  float w = -logf(y);
  if (w < 1.6f) {
    // erfinv(x) / x - 1
    float p = 0x1.b60b8p-24f;
    p = fmaf(p, w, -0x1.73c8d4p-20f);
    p = fmaf(p, w, 0x1.5a015ep-19f);
    p = fmaf(p, w, 0x1.82d192p-15f);
    p = fmaf(p, w, -0x1.0bf7a8p-13f);
    p = fmaf(p, w, -0x1.3213b8p-9f);
    p = fmaf(p, w, 0x1.7a7302p-7f);
    p = fmaf(p, w, 0x1.db29fcp-3f);
    p = fmaf(p, w, -0x1.d203b8p-4f);
    return fmaf(p, x, x);
  }
  if (w < 5.0f) {
    float t = __fsub_rn(w, 2.5f);
    float p = -0x1.75045ep-36f;
    p = fmaf(p, t, 0x1.0e8b1cp-33f);
    p = fmaf(p, t, 0x1.c9c81ep-31f);
    p = fmaf(p, t, -0x1.74f44ap-27f);
    p = fmaf(p, t, 0x1.d66facp-27f);
    p = fmaf(p, t, 0x1.00f872p-21f);
    p = fmaf(p, t, -0x1.caa33p-19f);
    p = fmaf(p, t, -0x1.4f4496p-18f);
    p = fmaf(p, t, 0x1.c9b46cp-13f);
    p = fmaf(p, t, -0x1.4863d2p-10f);
    p = fmaf(p, t, -0x1.11c3c4p-8f);
    p = fmaf(p, t, 0x1.f91e8ap-3f);
    p = fmaf(p, t, 0x1.00b8bap-1f);
    return fmaf(p, x, x);
  }
  float t = __fsub_rn(__fsqrt_rn(w), 3.25f);
  float p = 0x1.038acp-17f;
  p = fmaf(p, t, 0x1.69ee4cp-20f);
  p = fmaf(p, t, -0x1.cc94cep-15f);
  p = fmaf(p, t, 0x1.5252b4p-14f);
  p = fmaf(p, t, 0x1.f79844p-16f);
  p = fmaf(p, t, -0x1.7b5df2p-12f);
  p = fmaf(p, t, 0x1.f28dep-11f);
  p = fmaf(p, t, -0x1.ba181cp-10f);
  p = fmaf(p, t, 0x1.469d9ep-9f);
  p = fmaf(p, t, -0x1.ebb4d2p-9f);
  p = fmaf(p, t, 0x1.5ffc7ep-8f);
  p = fmaf(p, t, 0x1.0158a6p+0f);
  p = fmaf(p, t, 0x1.8abcc4p+1f);
  return __fmul_rn(p, x);
}

__device__ float normcdff(float x) {
  float h = __fmul_rn(x, -0x1.6a09e6p-1f);
  float l = fmaf(x, -0x1.6a09e6p-1f, -h);
  l = fmaf(x, -0x1.9fcef4p-27f, l);
  float v = erfcf(h);
  float slope = fabsf(h) < 10.2f ? __fmul_rn(0x1.20dd76p+0f, expf(-__fmul_rn(h, h))) : 0.0f;
  v = fabsf(h) < 10.2f ? fmaf(-slope, l, v) : v;
  return __fmul_rn(v, 0.5f);
}

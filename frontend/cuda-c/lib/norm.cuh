// Lengths of vectors of floats, and their reciprocals.
//
// The squares are added at a scale that is a power of two, so that none overflows or is lost that counts. Every multiplication
// that is to be fused says so, and none that is not stands beside an addition.

// The power of two that brings the largest part, m or -m, to 1/2..8, a subnormal one to 2^-23 and more; *back is its reciprocal.
static __device__ __forceinline__ float __optx_norm_scalef(float m, float *back) {
  int e = __float_as_int(m) & 0x7e000000;
  *back = __int_as_float(e + 0x800000);
  return __int_as_float(0x7e800000 - e);
}

// The root of a sum of squares that were scaled, and its reciprocal; of infinity and NaN it is another matter.
static __device__ __forceinline__ float __optx_norm_rootf(float h, float m, float back) {
  float inf = __int_as_float(0x7f800000);
  float r = __fmul_rn(__optx_sqrtf(h), back);
  // An infinity counts more than a NaN.
  return m == inf ? inf : r;
}

static __device__ __forceinline__ float __optx_norm_reciprocalf(float h, float m, float scale) {
  float g = __optx_rsqrtf(h);
  float r = fmaf(__fmul_rn(0.5f, g), fmaf(-h, __fmul_rn(g, g), 1.0f), g);
  r = __fmul_rn(h == 0.0f ? g : r, scale);
  return m == __int_as_float(0x7f800000) ? 0.0f : r;
}

// The largest part. A NaN is none, and comes with its square.
static __device__ __forceinline__ float __optx_norm_largestf(float a, float b, float c) { return fmaxf(fmaxf(fabsf(a), fabsf(b)), fabsf(c)); }

static __device__ __forceinline__ float __optx_norm_squaresf(float a, float b, float c, float s) {
  a = __fmul_rn(a, s);
  b = __fmul_rn(b, s);
  c = __fmul_rn(c, s);
  return fmaf(a, a, fmaf(b, b, __fmul_rn(c, c)));
}

// By two and two: a sum of three roundings, not four.
static __device__ __forceinline__ float __optx_norm_squaresf(float a, float b, float c, float d, float s) {
  a = __fmul_rn(a, s);
  b = __fmul_rn(b, s);
  c = __fmul_rn(c, s);
  d = __fmul_rn(d, s);
  return __fadd_rn(fmaf(a, a, __fmul_rn(b, b)), fmaf(c, c, __fmul_rn(d, d)));
}

__device__ float norm3df(float a, float b, float c) {
  float back;
  float m = __optx_norm_largestf(a, b, c);
  float s = __optx_norm_scalef(m, &back);
  return __optx_norm_rootf(__optx_norm_squaresf(a, b, c, s), m, back);
}

__device__ float rnorm3df(float a, float b, float c) {
  float back;
  float m = __optx_norm_largestf(a, b, c);
  float s = __optx_norm_scalef(m, &back);
  return __optx_norm_reciprocalf(__optx_norm_squaresf(a, b, c, s), m, s);
}

__device__ float norm4df(float a, float b, float c, float d) {
  float back;
  float m = fmaxf(__optx_norm_largestf(a, b, c), fabsf(d));
  float s = __optx_norm_scalef(m, &back);
  return __optx_norm_rootf(__optx_norm_squaresf(a, b, c, d, s), m, back);
}

__device__ float rnorm4df(float a, float b, float c, float d) {
  float back;
  float m = fmaxf(__optx_norm_largestf(a, b, c), fabsf(d));
  float s = __optx_norm_scalef(m, &back);
  return __optx_norm_reciprocalf(__optx_norm_squaresf(a, b, c, d, s), m, s);
}

// Of any number of parts: once for the largest, once for the sum, which without the scale would not be bounded.
static __device__ __forceinline__ float __optx_norm_sumf(int n, const float *v, float *m, float *s, float *back) {
  *m = 0.0f;
  for (int k = 0; k < n; k++) *m = fmaxf(*m, fabsf(v[k]));
  *s = __optx_norm_scalef(*m, back);
  float h = 0.0f;
  for (int k = 0; k < n; k++) {
    float x = __fmul_rn(v[k], *s);
    h = fmaf(x, x, h);
  }
  return h;
}

__device__ float normf(int n, const float *v) {
  float m, s, back;
  float h = __optx_norm_sumf(n, v, &m, &s, &back);
  return __optx_norm_rootf(h, m, back);
}

__device__ float rnormf(int n, const float *v) {
  float m, s, back;
  float h = __optx_norm_sumf(n, v, &m, &s, &back);
  return __optx_norm_reciprocalf(h, m, s);
}

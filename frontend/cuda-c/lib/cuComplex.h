// Complex numbers as pairs, after the names and meaning of NVIDIA's cuComplex.h.
#pragma once
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

__host__ __device__ static inline float cuCrealf(cuFloatComplex x) { return x.x; }
__host__ __device__ static inline float cuCimagf(cuFloatComplex x) { return x.y; }
__host__ __device__ static inline cuFloatComplex make_cuFloatComplex(float r, float i) { return make_float2(r, i); }
__host__ __device__ static inline cuComplex make_cuComplex(float r, float i) { return make_float2(r, i); }
__host__ __device__ static inline cuFloatComplex cuConjf(cuFloatComplex x) { return make_float2(x.x, -x.y); }
__host__ __device__ static inline cuFloatComplex cuCaddf(cuFloatComplex x, cuFloatComplex y) { return make_float2(x.x + y.x, x.y + y.y); }
__host__ __device__ static inline cuFloatComplex cuCsubf(cuFloatComplex x, cuFloatComplex y) { return make_float2(x.x - y.x, x.y - y.y); }
__host__ __device__ static inline cuFloatComplex cuCmulf(cuFloatComplex x, cuFloatComplex y) {
  return make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
// Scaled, so that nothing overflows on the way.
__host__ __device__ static inline cuFloatComplex cuCdivf(cuFloatComplex x, cuFloatComplex y) {
  float s = 1.0f / (fabsf(y.x) + fabsf(y.y));
  float a = x.x * s, b = x.y * s, c = y.x * s, d = y.y * s;
  float n = 1.0f / (c * c + d * d);
  return make_float2((a * c + b * d) * n, (b * c - a * d) * n);
}
__host__ __device__ static inline float cuCabsf(cuFloatComplex x) {
  float a = fabsf(x.x), b = fabsf(x.y);
  float v = fmaxf(a, b), w = fminf(a, b);
  if (v == 0.0f || v > 3.402823466e38f || w > 3.402823466e38f) return v + w;
  float t = w / v;
  return v * sqrtf(1.0f + t * t);
}
__host__ __device__ static inline cuFloatComplex cuCfmaf(cuFloatComplex x, cuFloatComplex y, cuFloatComplex d) {
  float r = x.x * y.x + d.x, i = x.x * y.y + d.y;
  return make_float2(-(x.y * y.y) + r, x.y * y.x + i);
}
__host__ __device__ static inline double cuCreal(cuDoubleComplex x) { return x.x; }
__host__ __device__ static inline double cuCimag(cuDoubleComplex x) { return x.y; }
__host__ __device__ static inline cuDoubleComplex make_cuDoubleComplex(double r, double i) { return make_double2(r, i); }
__host__ __device__ static inline cuDoubleComplex cuConj(cuDoubleComplex x) { return make_double2(x.x, -x.y); }
__host__ __device__ static inline cuDoubleComplex cuCadd(cuDoubleComplex x, cuDoubleComplex y) { return make_double2(x.x + y.x, x.y + y.y); }
__host__ __device__ static inline cuDoubleComplex cuCsub(cuDoubleComplex x, cuDoubleComplex y) { return make_double2(x.x - y.x, x.y - y.y); }
__host__ __device__ static inline cuDoubleComplex cuCmul(cuDoubleComplex x, cuDoubleComplex y) {
  return make_double2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
__host__ __device__ static inline cuDoubleComplex cuCdiv(cuDoubleComplex x, cuDoubleComplex y) {
  double s = 1.0 / (fabs(y.x) + fabs(y.y));
  double a = x.x * s, b = x.y * s, c = y.x * s, d = y.y * s;
  double n = 1.0 / (c * c + d * d);
  return make_double2((a * c + b * d) * n, (b * c - a * d) * n);
}
__host__ __device__ static inline double cuCabs(cuDoubleComplex x) {
  double a = fabs(x.x), b = fabs(x.y);
  double v = fmax(a, b), w = fmin(a, b);
  if (v == 0.0 || v > 1.79769313486231570e+308 || w > 1.79769313486231570e+308) return v + w;
  double t = w / v;
  return v * sqrt(1.0 + t * t);
}
__host__ __device__ static inline cuDoubleComplex cuCfma(cuDoubleComplex x, cuDoubleComplex y, cuDoubleComplex d) {
  double r = x.x * y.x + d.x, i = x.x * y.y + d.y;
  return make_double2(-(x.y * y.y) + r, x.y * y.x + i);
}
__host__ __device__ static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) { return make_double2(c.x, c.y); }
__host__ __device__ static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) { return make_float2((float)c.x, (float)c.y); }

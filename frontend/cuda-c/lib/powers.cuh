// Powers with a constant exponent. Errors: half a unit for 2, the reciprocal and 1/2, one for 3, one and a half for 4.

__device__ __forceinline__ double __optx_pow_1(double x) { return x; }
__device__ __forceinline__ double __optx_pow_2(double x) { return __dmul_rn(x, x); }
__device__ __forceinline__ double __optx_pow_3(double x) { return __dmul_rn(x, __dmul_rn(x, x)); }
__device__ __forceinline__ double __optx_pow_4(double x) {
  double y = __dmul_rn(x, x);
  return __dmul_rn(y, y);
}
__device__ __forceinline__ double __optx_pow_reciprocal(double x) { return 1.0 / x; }
// Of -0 it is 0, of an infinity an infinity.
__device__ __forceinline__ double __optx_pow_half(double x) {
  double r = sqrt(__dadd_rn(x, 0.0));
  return x == -__longlong_as_double(0x7ff0000000000000LL) ? -x : r;
}

__device__ __forceinline__ float __optx_pow_1f(float x) { return x; }
__device__ __forceinline__ float __optx_pow_2f(float x) { return __fmul_rn(x, x); }
__device__ __forceinline__ float __optx_pow_3f(float x) { return __fmul_rn(x, __fmul_rn(x, x)); }
__device__ __forceinline__ float __optx_pow_4f(float x) {
  float y = __fmul_rn(x, x);
  return __fmul_rn(y, y);
}
__device__ __forceinline__ float __optx_pow_reciprocalf(float x) { return 1.0f / x; }
__device__ __forceinline__ float __optx_pow_halff(float x) {
  float r = sqrtf(__fadd_rn(x, 0.0f));
  return x == -__int_as_float(0x7f800000) ? -x : r;
}

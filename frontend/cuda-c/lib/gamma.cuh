// The gamma function and its logarithm, of floats: computed in double precision.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// 1 / Gamma(z), 1 <= z <= 2.
static __device__ __forceinline__ double __optx_reciprocal_gammaf(double z) {
  double t = __dsub_rn(z, 1.5);
  double p = 0x1.c1cf05fe91214p-16;
  p = fma(p, t, 0x1.2b856b50884afp-13);
  p = fma(p, t, -0x1.23441e8289785p-10);
  p = fma(p, t, 0x1.1647de4ef873ap-9);
  p = fma(p, t, 0x1.b162ad58238a2p-8);
  p = fma(p, t, -0x1.5956580e5e56fp-5);
  p = fma(p, t, 0x1.a1853fcc77084p-5);
  p = fma(p, t, 0x1.669be5aa0801cp-3);
  p = fma(p, t, -0x1.0da5a6718ff68p-1);
  p = fma(p, t, -0x1.514d3da450ffp-5);
  p = fma(p, t, 0x1.20dd750429b6dp+0);
  return p;
}

// Gamma(a), 0 < a < 44; far above the largest float after 36.
static __device__ double __optx_gammaf(double a) {
  if (a < 1.0) return __ddiv_rn(1.0, __dmul_rn(a, __optx_reciprocal_gammaf(__dadd_rn(1.0, a))));
  double product = 1.0;
  while (a > 2.0) {
    a = __dsub_rn(a, 1.0);
    product = __dmul_rn(product, a);
  }
  return __ddiv_rn(product, __optx_reciprocal_gammaf(a));
}

__device__ float tgammaf(float x) {
  float a = fabsf(x);
  if (x == 0.0f) return __fdiv_rn(1.0f, x);
  if (!(a < __int_as_float(0x7f800000))) return x < 0.0f ? __int_as_float(0x7fffffff) : __fadd_rn(x, x);
  if (x > 0.0f) return x > 36.0f ? __int_as_float(0x7f800000) : __double2float_rn(__optx_gammaf(x));
  // Gamma(-a) = -pi / (a sin(pi a) Gamma(a))
  if (a == floorf(a)) return __int_as_float(0x7fffffff);
  double s = sinpi(__dadd_rn(a, 0.0));
  if (a > 43.0f) return copysignf(0.0f, s < 0.0 ? 1.0f : -1.0f);
  return __double2float_rn(__ddiv_rn(-0x1.921fb54442d18p+1, __dmul_rn(__dmul_rn(a, s), __optx_gammaf(a))));
}

__device__ float lgammaf(float x) { return __double2float_rn(lgamma(__dadd_rn(x, 0.0))); }

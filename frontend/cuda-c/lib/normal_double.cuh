// The inverses of the error function and its complement and the normal distribution, of doubles.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

// erfinv(x) / x for -log(1 - x^2) = w < 6.25.
static __device__ __forceinline__ double __optx_erfinv_middle(double w) {
  double s = __dsub_rn(w, 3.125);
  double q = -0x1.b2643e45e1856p-72;
  q = fma(q, s, 0x1.e2aa7ddd776b6p-69);
  q = fma(q, s, 0x1.79a647e43b44ep-66);
  q = fma(q, s, -0x1.9a137911c05cfp-62);
  q = fma(q, s, 0x1.669b9213d3cdfp-61);
  q = fma(q, s, 0x1.1e1f9ee618b29p-56);
  q = fma(q, s, -0x1.19ac650194dcap-53);
  q = fma(q, s, -0x1.6b6b0fc6a580fp-55);
  q = fma(q, s, 0x1.d5e95ecc5f898p-48);
  q = fma(q, s, -0x1.6877e8ae70f27p-45);
  q = fma(q, s, -0x1.6b86f85109f07p-44);
  q = fma(q, s, 0x1.7236b79e1d57ep-39);
  q = fma(q, s, -0x1.c8a6afa1550f4p-37);
  q = fma(q, s, -0x1.dc3f457145cd3p-35);
  q = fma(q, s, 0x1.20f544d62fff1p-30);
  q = fma(q, s, -0x1.1a9eb00326b9bp-28);
  q = fma(q, s, -0x1.f36ceed4416aep-26);
  q = fma(q, s, 0x1.c6b4f8868f532p-22);
  q = fma(q, s, -0x1.6e8a53c7ac2ffp-20);
  q = fma(q, s, -0x1.d1d1f7c9ffa6dp-17);
  q = fma(q, s, 0x1.879c2a20aeb2ep-13);
  q = fma(q, s, -0x1.84576948359ddp-11);
  q = fma(q, s, -0x1.8b6c33114ea2fp-8);
  q = fma(q, s, 0x1.ebd80d9b13dfap-3);
  q = fma(q, s, 0x1.a755e7c99ae86p+0);
  return q;
}

__device__ double erfinv(double x) {
  double a = fabs(x);
  if (!(a < 1.0)) return a == 1.0 ? copysign(__longlong_as_double(0x7ff0000000000000LL), x) : __longlong_as_double(0x7fffffffffffffffLL);
  // erfinv(x) / x as a function of w
  double w = -__optx_log_normal(fma(-a, a, 1.0), 0);
  double p;
  if (w < 6.25) {
    p = __optx_erfinv_middle(w);
  } else {
    w = __optx_sqrt(w);
    if (w < 4.0) {
      double s = __dsub_rn(w, 3.25);
      double q = -0x1.a53a301e22b57p-32;
      q = fma(q, s, 0x1.85a326c1cb527p-24);
      q = fma(q, s, -0x1.206ae34abd5a9p-22);
      q = fma(q, s, 0x1.3acdcdc26635cp-26);
      q = fma(q, s, 0x1.918866d43073fp-20);
      q = fma(q, s, -0x1.0d5f12f3cb324p-18);
      q = fma(q, s, 0x1.88e7be48aa51ap-19);
      q = fma(q, s, 0x1.a29a626bd0bb9p-17);
      q = fma(q, s, -0x1.8cf1ea476ca5dp-15);
      q = fma(q, s, 0x1.1e684a09f878bp-14);
      q = fma(q, s, 0x1.932deb51d5effp-16);
      q = fma(q, s, -0x1.7448a8807fc16p-12);
      q = fma(q, s, 0x1.f3cc54ba4185ap-11);
      q = fma(q, s, -0x1.ba924133966efp-10);
      q = fma(q, s, 0x1.468eeca887021p-9);
      q = fma(q, s, -0x1.ebadabb88eb36p-9);
      q = fma(q, s, 0x1.5ffcfe5b6db7ap-8);
      q = fma(q, s, 0x1.0158a6d641d39p+0);
      q = fma(q, s, 0x1.8abcc380d5a48p+1);
      p = q;
    } else {
      double s = __dsub_rn(w, 5.0);
      double q = 0x1.128302e205f0bp-35;
      q = fma(q, s, -0x1.9e3cdd362a842p-36);
      q = fma(q, s, -0x1.aaae39d102943p-32);
      q = fma(q, s, 0x1.9a8d847402e9ep-30);
      q = fma(q, s, -0x1.e8f883b6d4194p-29);
      q = fma(q, s, 0x1.067350bdac98bp-27);
      q = fma(q, s, -0x1.04b52f6176723p-26);
      q = fma(q, s, 0x1.f46eba59c4d5bp-26);
      q = fma(q, s, -0x1.2254f4b1981a7p-24);
      q = fma(q, s, 0x1.ebcd93c9d1c4fp-23);
      q = fma(q, s, -0x1.0a8f9a7501892p-20);
      q = fma(q, s, 0x1.2fbd1fff9f941p-18);
      q = fma(q, s, -0x1.4a3491e3ac29cp-16);
      q = fma(q, s, 0x1.3ebf4ec3a2c51p-14);
      q = fma(q, s, -0x1.c2f36a9d8284p-13);
      q = fma(q, s, -0x1.22ea5df0b80b6p-13);
      q = fma(q, s, 0x1.02a30d1fba101p+0);
      q = fma(q, s, 0x1.3664ddd1ad7fbp+2);
      p = q;
    }
  }
  return __dmul_rn(p, x);
}

// By the logarithm of x (2 - x), which is as exact near 0 as near 2: small it is 1 - (1 - x)^2, so that erfinv's polynomial serves.
__device__ double erfcinv(double x) {
  double z = __dsub_rn(1.0, x);
  // 2^54 of it: no subnormal x leaves it one.
  double y = __dmul_rn(__dmul_rn(x, 0x1p54), __dsub_rn(2.0, x));
  if (!(y > 0.0)) return y == 0.0 ? copysign(__longlong_as_double(0x7ff0000000000000LL), z) : __longlong_as_double(0x7fffffffffffffffLL);
  double w = -__optx_log_normal(y, -54);
  if (w < 6.25) return __dmul_rn(__optx_erfinv_middle(w), z);
  double u = __optx_rsqrt_steps(w, __optx_rsqrt(w));
  double s = __dmul_rn(w, u);
  s = fma(fma(-s, s, w), __dmul_rn(0.5, u), s);
  // erfcinv(x) / s as a function of 1 / s
  double q;
  if (w < 38.0) {
    double t = __dsub_rn(u, 0.28125);
    q = 0x1.cdfae05a38d8ap+39;
    q = fma(q, t, -0x1.05ecb593465ddp+36);
    q = fma(q, t, -0x1.9790f75fe2922p+36);
    q = fma(q, t, 0x1.5cb6f6793322fp+33);
    q = fma(q, t, 0x1.3ff390f4b0dd9p+32);
    q = fma(q, t, -0x1.ae21786c47f76p+29);
    q = fma(q, t, -0x1.0b30ad0f99257p+27);
    q = fma(q, t, 0x1.5212277a63749p+25);
    q = fma(q, t, 0x1.c2bf52809f492p+19);
    q = fma(q, t, -0x1.8ef5b013c47e3p+20);
    q = fma(q, t, 0x1.875019fc56508p+16);
    q = fma(q, t, 0x1.952eeaba412p+15);
    q = fma(q, t, -0x1.758f311f6ca79p+12);
    q = fma(q, t, -0x1.bc9142c31698dp+10);
    q = fma(q, t, 0x1.c92e22b57530dp+7);
    q = fma(q, t, 0x1.050c22f77e35p+6);
    q = fma(q, t, 0x1.c685f1291dd0dp-4);
    q = fma(q, t, -0x1.04e01848a8ccp+2);
    q = fma(q, t, 0x1.a5066d0c78c79p-3);
    q = fma(q, t, -0x1.927a4eed2d479p-1);
    q = fma(q, t, 0x1.cdc43849f163fp-2);
    q = fma(q, t, 0x1.049263d0921a2p-3);
    q = fma(q, t, -0x1.88868bd3c5e4p-3);
    q = fma(q, t, 0x1.e85e98479d956p-1);
  } else {
    double t = __dsub_rn(u, 0.09375);
    q = 0x1.f70c32dc6e3ep+59;
    q = fma(q, t, -0x1.c00d99219a431p+57);
    q = fma(q, t, 0x1.9c7a7226de93ap+52);
    q = fma(q, t, 0x1.9adae02a8d4dcp+50);
    q = fma(q, t, -0x1.54a88214a7decp+45);
    q = fma(q, t, -0x1.0024525378157p+44);
    q = fma(q, t, 0x1.37ed41ccf335ap+40);
    q = fma(q, t, -0x1.14e30d40ff5a2p+35);
    q = fma(q, t, 0x1.6041b3354b9c1p+32);
    q = fma(q, t, -0x1.fb54072ba4261p+29);
    q = fma(q, t, 0x1.dac9db744055cp+26);
    q = fma(q, t, -0x1.b6ce626998e6bp+23);
    q = fma(q, t, 0x1.b774649376177p+20);
    q = fma(q, t, -0x1.c788da9856a7cp+17);
    q = fma(q, t, 0x1.e839a26230a73p+14);
    q = fma(q, t, -0x1.12b38d027df67p+12);
    q = fma(q, t, 0x1.49d86bbe89c32p+9);
    q = fma(q, t, -0x1.af4ae88f39d9dp+6);
    q = fma(q, t, 0x1.3d9f2e8f6afe1p+4);
    q = fma(q, t, -0x1.3100fc9e2f0f9p+2);
    q = fma(q, t, 0x1.bff943c41e127p+0);
    q = fma(q, t, -0x1.86b495652734fp-2);
    q = fma(q, t, -0x1.50eeeecea2011p-3);
    q = fma(q, t, 0x1.faeedd22eae73p-1);
  }
  return copysign(__dmul_rn(q, s), z);
}

// Of a half it is plus zero.
__device__ double normcdfinv(double x) { return fma(-0x1.6a09e667f3bcdp+0, erfcinv(__dadd_rn(x, x)), 0.0); }

__device__ double normcdf(double x) {
  // erfc(-x / sqrt(2)) / 2. Past this bound it is 0 or 1.
  double a = fabs(x);
  a = a > 39.5 ? 39.5 : a;
  double h = __dmul_rn(a, 0x1.6a09e667f3bcdp-1);
  double l = fma(a, -0x1.bdd3413b26456p-55, fma(a, 0x1.6a09e667f3bcdp-1, -h));
  double r = __optx_erfc_positive(h, l);
  return __dmul_rn(x > 0.0 ? __dsub_rn(2.0, r) : r, 0.5);
}

// The inverse of the error function and the normal distribution, of doubles.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

__device__ double erfinv(double x) {
  double a = fabs(x);
  if (!(a < 1.0)) return a == 1.0 ? copysign(__longlong_as_double(0x7ff0000000000000LL), x) : __longlong_as_double(0x7fffffffffffffffLL);
  // erfinv(x) / x as a function of w
  double w = -__optx_log_normal(fma(-a, a, 1.0), 0);
  double p;
  if (w < 6.25) {
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
    p = q;
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

__device__ double normcdf(double x) {
  // erfc(-x / sqrt(2)) / 2. Past this bound it is 0 or 1.
  double a = fabs(x);
  a = a > 39.5 ? 39.5 : a;
  double h = __dmul_rn(a, 0x1.6a09e667f3bcdp-1);
  double l = fma(a, -0x1.bdd3413b26456p-55, fma(a, 0x1.6a09e667f3bcdp-1, -h));
  double r = __optx_erfc_positive(h, l);
  return __dmul_rn(x > 0.0 ? __dsub_rn(2.0, r) : r, 0.5);
}

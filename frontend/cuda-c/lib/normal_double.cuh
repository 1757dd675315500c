// The inverse of the error function and the normal distribution, of doubles.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

__device__ double erfinv(double x) {
  double a = fabs(x);
  if (!(a < 1.0)) return a == 1.0 ? copysign(__longlong_as_double(0x7ff0000000000000LL), x) : __longlong_as_double(0x7fffffffffffffffLL);
  double y = fma(-a, a, 1.0);
  double w = -log(y);
  double s = __dsub_rn(w, 2.5);
  double p;
  if (w < 5.0) {
    // erfinv(x) / x
    double q = -0x1.75045e36fd876p-36;
    q = fma(q, s, 0x1.0e8b1b9516a51p-33);
    q = fma(q, s, 0x1.c9c81e3c5b325p-31);
    q = fma(q, s, -0x1.74f4495a187ccp-27);
    q = fma(q, s, 0x1.d66fac2d14be4p-27);
    q = fma(q, s, 0x1.00f8719914c4ap-21);
    q = fma(q, s, -0x1.caa32f746fad4p-19);
    q = fma(q, s, -0x1.4f4496f9c1788p-18);
    q = fma(q, s, 0x1.c9b46cd91df7ap-13);
    q = fma(q, s, -0x1.4863d1009b54p-10);
    q = fma(q, s, -0x1.11c3c3612a2ccp-8);
    q = fma(q, s, 0x1.f91e89955a57fp-3);
    q = fma(q, s, 0x1.805c5cfcedef5p+0);
    p = q;
  } else if (w < 17.0) {
    s = __dsub_rn(__dsqrt_rn(w), 3.25);
    double q = 0x1.038ac0cf67b7p-17;
    q = fma(q, s, 0x1.69ee4c3f9a349p-20);
    q = fma(q, s, -0x1.cc94ce6be7d4dp-15);
    q = fma(q, s, 0x1.5252b3b196346p-14);
    q = fma(q, s, 0x1.f79843985e56cp-16);
    q = fma(q, s, -0x1.7b5df2395949fp-12);
    q = fma(q, s, 0x1.f28de0a8316aap-11);
    q = fma(q, s, -0x1.ba181cafe20dfp-10);
    q = fma(q, s, 0x1.469d9ed068afap-9);
    q = fma(q, s, -0x1.ebb4d10f91da5p-9);
    q = fma(q, s, 0x1.5ffc7ea2cf0a5p-8);
    q = fma(q, s, 0x1.0158a6f538d91p+0);
    q = fma(q, s, 0x1.8abcc38187cf9p+1);
    p = q;
  } else {
    s = __dsub_rn(__dsqrt_rn(w), 5.1);
    double q = 0x1.59222fa94a2fap-25;
    q = fma(q, s, -0x1.7d981a47e1ebdp-24);
    q = fma(q, s, 0x1.345a1107ba1dfp-23);
    q = fma(q, s, -0x1.9ecfd4487a05ep-21);
    q = fma(q, s, 0x1.069218f72c619p-18);
    q = fma(q, s, -0x1.207aa0b8da014p-16);
    q = fma(q, s, 0x1.182766fac4d2p-14);
    q = fma(q, s, -0x1.8721aa1d29958p-13);
    q = fma(q, s, -0x1.a1093c10ab1e3p-13);
    q = fma(q, s, 0x1.02a0d45cfa82p+0);
    q = fma(q, s, 0x1.3cdc1ddba454cp+2);
    p = q;
  }
  double v = __dmul_rn(p, a);
  // One step of Halley's: the error is that of erf, or of erfc where that is the smaller number.
  double e = a < 0.5 ? __dsub_rn(erf(v), a) : __dsub_rn(__dsub_rn(1.0, a), erfc(v));
  double d = __dmul_rn(0x1.c5bf891b4ef6bp-1, __dmul_rn(e, exp(__dmul_rn(v, v))));
  v = __dsub_rn(v, __ddiv_rn(d, fma(v, d, 1.0)));
  return a < 0x1p-500 ? __dmul_rn(x, 0x1.c5bf891b4ef6bp-1) : copysign(v, x);
}

// erfc(h + l) / 2 for a small l.
__device__ double normcdf(double x) {
  double h = __dmul_rn(x, -0x1.6a09e667f3bcdp-1);
  double l = fma(x, -0x1.6a09e667f3bcdp-1, -h);
  l = fma(x, 0x1.bdd3413b26456p-55, l);
  double v = erfc(h);
  // erfc'(h) = -2 / sqrt(pi) e^(-h^2); below -38 the result is subnormal or 0.
  double slope = fabs(h) < 27.5 ? __dmul_rn(0x1.20dd750429b6dp+0, exp(-__dmul_rn(h, h))) : 0.0;
  v = fabs(h) < 27.5 ? fma(-slope, l, v) : v;
  return __dmul_rn(v, 0.5);
}

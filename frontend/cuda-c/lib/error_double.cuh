// Cube root, hypotenuse and error function of doubles.
//
// Coefficients are interpolations at Chebyshev nodes of the functions named beside them. Every multiplication that
// is to be fused says so, and none that is not stands beside an addition.

__device__ double cbrt(double x) {
  double a = fabs(x);
  if (a == 0.0 || !(a < __longlong_as_double(0x7ff0000000000000LL))) return __dadd_rn(x, x);
  // Cubes of powers of two, so that nothing overflows or underflows on the way.
  double scale = 1.0;
  if (a < 0x1p-900) {
    a = __dmul_rn(a, 0x1p180);
    scale = 0x1p-60;
  } else if (a > 0x1p900) {
    a = __dmul_rn(a, 0x1p-180);
    scale = 0x1p60;
  }
  if (a < 0x1p-900) {
    a = __dmul_rn(a, 0x1p180);
    scale = __dmul_rn(scale, 0x1p-60);
  }
  double y = __hiloint2double(__double2hiint(a) / 3 + 715094163, 0);
  for (int k = 0; k < 3; k++) {
    double c = __dmul_rn(__dmul_rn(y, y), y);
    y = __dmul_rn(y, __ddiv_rn(fma(2.0, a, c), fma(2.0, c, a)));
  }
  double t = __dmul_rn(y, y);
  double r = fma(-t, y, a);
  r = fma(-fma(y, y, -t), y, r);
  y = fma(__ddiv_rn(r, __dmul_rn(3.0, t)), 1.0, y);
  return copysign(__dmul_rn(y, scale), x);
}

__device__ double rcbrt(double x) { return __ddiv_rn(1.0, cbrt(x)); }

__device__ double hypot(double x, double y) {
  double a = fabs(x);
  double b = fabs(y);
  if (isinf(a) || isinf(b)) return __longlong_as_double(0x7ff0000000000000LL);
  double m = fmax(a, b);
  double n = fmin(a, b);
  if (isnan(a) || isnan(b)) return __dadd_rn(a, b);
  // The smaller one does not count. So no scale that suits one of them is wrong for the other.
  if (n <= __dmul_rn(m, 0x1p-60)) return m;
  double scale = 1.0;
  if (m > 0x1p500) {
    scale = 0x1p600;
    m = __dmul_rn(m, 0x1p-600);
    n = __dmul_rn(n, 0x1p-600);
  } else if (n < 0x1p-500) {
    scale = 0x1p-600;
    m = __dmul_rn(m, 0x1p600);
    n = __dmul_rn(n, 0x1p600);
  }
  double t = __dmul_rn(m, m);
  double u = __dmul_rn(n, n);
  double h = __dadd_rn(t, u);
  double l = __dadd_rn(__dadd_rn(__dsub_rn(t, h), u), __dadd_rn(fma(m, m, -t), fma(n, n, -u)));
  double s = __dsqrt_rn(h);
  if (!(h < __longlong_as_double(0x7ff0000000000000LL))) return __dmul_rn(m, scale);
  s = __dadd_rn(s, __ddiv_rn(__dadd_rn(fma(-s, s, h), l), __dadd_rn(s, s)));
  return __dmul_rn(s, scale);
}

__device__ double rhypot(double x, double y) { return __ddiv_rn(1.0, hypot(x, y)); }

// e^(h + l) * v, rounded at the end only.
static __device__ __forceinline__ double __optx_exp_times(double h, double l, double v) {
  double n = rint(__dmul_rn(h, 0x1.71547652b82fep+0));
  double f = fma(n, -0x1.62e42fefa39efp-1, h);
  f = fma(n, -0x1.abc9e3b39803fp-56, f);
  return __optx_scale(__dmul_rn(__optx_exp_small(f, l), v), __double2int_rn(n));
}

// 1 - erf(a) for a >= 1.
static __device__ double __optx_erfc_large(double a) {
  if (a > 27.5) return 0.0;
  double h = __dmul_rn(a, a);
  double l = fma(a, a, -h);
  double v;
  if (a < 2.0) {
    double t = __dsub_rn(a, 1.5);
    // erfc(a) e^(a^2)
    double p = 0x1.ebbcb67e59cfep-31;
    p = fma(p, t, -0x1.dfedf0fc63352p-29);
    p = fma(p, t, 0x1.a65d02ec951dep-27);
    p = fma(p, t, -0x1.89bb86efe1cd8p-25);
    p = fma(p, t, 0x1.67d4440338f94p-23);
    p = fma(p, t, -0x1.4009e6dbe4d91p-21);
    p = fma(p, t, 0x1.156c86a413bc6p-19);
    p = fma(p, t, -0x1.d415579eabdaep-18);
    p = fma(p, t, 0x1.7f99794b93823p-16);
    p = fma(p, t, -0x1.30c0ec9d0de4fp-14);
    p = fma(p, t, 0x1.d4509d0cf712fp-13);
    p = fma(p, t, -0x1.5b0abfe60eb7ep-11);
    p = fma(p, t, 0x1.ee705e7364af4p-10);
    p = fma(p, t, -0x1.513ed7600d679p-8);
    p = fma(p, t, 0x1.b65944f34f7abp-7);
    p = fma(p, t, -0x1.0dc51d2941e6bp-5);
    p = fma(p, t, 0x1.37ea271bc54bdp-4);
    p = fma(p, t, -0x1.4f1988444caf7p-3);
    p = fma(p, t, 0x1.494daffa2ad68p-2);
    v = p;
  } else {
    double t = __ddiv_rn(1.0, h);
    // erfc(a) e^(a^2) a
    if (a < 4.0) {
      double p = 0x1.1dc7e06cf2f46p+24;
      p = fma(p, t, -0x1.e5eda1a73e434p+25);
      p = fma(p, t, 0x1.881ab20b749e1p+26);
      p = fma(p, t, -0x1.8fd256ade11ffp+26);
      p = fma(p, t, 0x1.216c62501008ep+26);
      p = fma(p, t, -0x1.3cfbbd199a80bp+25);
      p = fma(p, t, 0x1.1172fc530f9b5p+24);
      p = fma(p, t, -0x1.7e657eefb7c7p+22);
      p = fma(p, t, 0x1.bb55f600d6591p+20);
      p = fma(p, t, -0x1.b2dc2f76e2fccp+18);
      p = fma(p, t, 0x1.70a31770c79cap+16);
      p = fma(p, t, -0x1.15282fd857ee6p+14);
      p = fma(p, t, 0x1.7ec6e33800da7p+11);
      p = fma(p, t, -0x1.fdaea40e7c76ep+8);
      p = fma(p, t, 0x1.5c9d2b91e4264p+6);
      p = fma(p, t, -0x1.077d37dc83524p+4);
      p = fma(p, t, 0x1.d911d2974be57p+1);
      p = fma(p, t, -0x1.0ec436dd4c604p+0);
      p = fma(p, t, 0x1.b14b55309d8bp-2);
      p = fma(p, t, -0x1.20dd726decd5fp-2);
      p = fma(p, t, 0x1.20dd75024c967p-1);
      v = p;
    } else {
      double p = 0x1.0be33e03dff19p+32;
      p = fma(p, t, -0x1.514014d01f8dbp+31);
      p = fma(p, t, 0x1.96ed11e6bc241p+29);
      p = fma(p, t, -0x1.3e8f4105a21a6p+27);
      p = fma(p, t, 0x1.75a25f8230055p+24);
      p = fma(p, t, -0x1.6ca1948c0cc59p+21);
      p = fma(p, t, 0x1.45cb1f9994a64p+18);
      p = fma(p, t, -0x1.22fac25bd7914p+15);
      p = fma(p, t, 0x1.1642748877b74p+12);
      p = fma(p, t, -0x1.29b2ec0cd54e1p+9);
      p = fma(p, t, 0x1.6e8913690ce4dp+6);
      p = fma(p, t, -0x1.0a94453b1122dp+4);
      p = fma(p, t, 0x1.d9eb52b85325fp+1);
      p = fma(p, t, -0x1.0ecf9db14ff8ap+0);
      p = fma(p, t, 0x1.b14c2f86380cdp-2);
      p = fma(p, t, -0x1.20dd750429b4ap-2);
      p = fma(p, t, 0x1.20dd750429b6dp-1);
      v = p;
    }
    v = __ddiv_rn(v, a);
  }
  return __optx_exp_times(-h, -l, v);
}

// erf(x) for |x| <= 1.
static __device__ __forceinline__ double __optx_erf_small(double x) {
  double z = __dmul_rn(x, x);
  // erf(x) / x - 1
  double p = 0x1.05ffd737faabap-34;
  p = fma(p, z, -0x1.389d4f26412d7p-30);
  p = fma(p, z, 0x1.f7b4bf3b13841p-27);
  p = fma(p, z, -0x1.5f1ecb6f0762fp-23);
  p = fma(p, z, 0x1.b9df224ca4b94p-20);
  p = fma(p, z, -0x1.f4d1e3183f7aep-17);
  p = fma(p, z, 0x1.f9a321d5b8e1ep-14);
  p = fma(p, z, -0x1.c02db3dac435fp-11);
  p = fma(p, z, 0x1.565bcd0dbaa38p-8);
  p = fma(p, z, -0x1.b82ce31284ep-6);
  p = fma(p, z, 0x1.ce2f21a042b3p-4);
  p = fma(p, z, -0x1.812746b0379e6p-2);
  p = fma(p, z, 0x1.06eba8214db69p-3);
  return fma(x, p, x);
}

__device__ double erf(double x) {
  double a = fabs(x);
  if (!(a > 1.0)) return __optx_erf_small(x);
  double r = a > 6.0 ? 1.0 : __dsub_rn(1.0, __optx_erfc_large(a));
  return copysign(r, x);
}

__device__ double erfc(double x) {
  if (isnan(x)) return __dadd_rn(x, x);
  if (x < 1.0) return x < -6.0 ? 2.0 : x < -1.0 ? __dsub_rn(2.0, __optx_erfc_large(-x)) : __dsub_rn(1.0, __optx_erf_small(x));
  return __optx_erfc_large(x);
}

// Sine and cosine of floats, for all arguments.

// 2 / pi after the binary point, with a zero word before it.
static __device__ const unsigned int __optx_two_over_pi[9] = {
    0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu, 0xdebbc561u};

// x - q * pi / 2 for large x (Payne and Hanek): the bits of x * 2 / pi about its binary point. q stands above the bits
// of the result.
static __device__ __noinline__ unsigned long long __optx_reduce_large(float x) {
  unsigned int bits = __float_as_uint(x);
  int e = (int)((bits >> 23) & 0xffu) - 127;
  unsigned int m = (bits << 8) | 0x80000000u;
  int i = e >> 5;
  unsigned int s = (unsigned int)e & 31u;
  unsigned int w0 = __optx_two_over_pi[i];
  unsigned int w1 = __optx_two_over_pi[i + 1];
  unsigned int w2 = __optx_two_over_pi[i + 2];
  unsigned int w3 = __optx_two_over_pi[i + 3];
  unsigned int h = __funnelshift_l(w1, w0, s);
  unsigned int k = __funnelshift_l(w2, w1, s);
  unsigned int l = __funnelshift_l(w3, w2, s);
  unsigned long long p = (unsigned long long)m * l;
  p = (unsigned long long)m * k + (p >> 32);
  unsigned int low = (unsigned int)p;
  p = (unsigned long long)(m * h) + (p >> 32) + ((unsigned long long)__umulhi(m, h) << 32);
  // Two bits before the point, the rest after it.
  int q = (int)((p >> 31) & 3ull);
  long long f = (long long)((p << 33) | ((unsigned long long)low << 1));
  q += (int)((unsigned long long)f >> 63);
  float r = (float)((double)f * 0x1.921fb54442d18p-64);
  if ((int)bits < 0) {
    r = -r;
    q = -q;
  }
  return (unsigned long long)(unsigned int)q << 32 | __float_as_uint(r);
}

static __device__ __forceinline__ float __optx_reduce(float x, int *quadrant) {
  if (fabsf(x) > 65536.0f) {
    // An infinity or a NaN gives a NaN.
    if (!(fabsf(x) < __int_as_float(0x7f800000))) {
      *quadrant = 0;
      return x - x;
    }
    unsigned long long v = __optx_reduce_large(x);
    *quadrant = (int)(v >> 32);
    return __uint_as_float((unsigned int)v);
  }
  float q = rintf(__fmul_rn(x, 0x1.45f306p-1f));
  *quadrant = __float2int_rn(q);
  float r = fmaf(q, -0x1.921fb6p+0f, x);
  r = fmaf(q, 0x1.777a5cp-25f, r);
  return fmaf(q, 0x1.ee59dap-50f, r);
}

// Of the sine or the cosine of r, |r| <= pi / 4, the one that quadrant q asks for.
static __device__ __forceinline__ float __optx_sin_quadrant(float r, int q) {
  float s = __fmul_rn(r, r);
  float v;
  if (q & 1) {
    // (cos(r) - 1 + r^2 / 2) / r^4
    v = -0x1.25239ap-22f;
    v = fmaf(v, s, 0x1.a015c2p-16f);
    v = fmaf(v, s, -0x1.6c16cp-10f);
    v = fmaf(v, s, 0x1.555556p-5f);
    v = fmaf(v, s, -0.5f);
    v = fmaf(v, s, 1.0f);
  } else {
    // (sin(r) / r - 1) / r^2
    v = 0x1.6dbcfcp-19f;
    v = fmaf(v, s, -0x1.a013a4p-13f);
    v = fmaf(v, s, 0x1.11110ep-7f);
    v = fmaf(v, s, -0x1.555556p-3f);
    v = fmaf(v, __fmul_rn(s, r), r);
  }
  return (q & 2) ? -v : v;
}

__device__ float sinf(float x) {
  int q;
  float r = __optx_reduce(x, &q);
  // Minus zero stays as it is; under -ftz subnormals are zeros.
  return x == 0.0f ? copysignf(0.0f, x) : __optx_sin_quadrant(r, q);
}

__device__ float cosf(float x) {
  int q;
  float r = __optx_reduce(x, &q);
  return __optx_sin_quadrant(r, q + 1);
}

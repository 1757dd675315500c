// NVRTC only: clang's own headers are not here to declare these names.
// Packed bytes, hints of caching, and names of the C library that are overloaded.
extern "C" __global__ void run(int *o, float *f, int n) {
  int k = 0;
  int a = 0x80ff7f01 + n, b = 0x7f80ff02 - n;
  unsigned int u = (unsigned int)a, v = (unsigned int)b;
  o[k++] = __dp4a(a, b, n); o[k++] = __dp4a(u, v, 7u); o[k++] = __dp2a_lo(a, b, n); o[k++] = __dp2a_hi(a, b, n);
  o[k++] = __dp2a_lo(u, v, 9u); o[k++] = __dp2a_hi(u, v, 9u); o[k++] = __vadd4(u, v); o[k++] = __vsub4(u, v);
  __stcg(&o[k++], a); __stcs(&o[k++], b); __stwb(&o[k++], n); __stwt(&f[0], 2.5f);
  float x = n, y = 0.5f; double d = n;
  o[k++] = sizeof(pow(x, y)) * 1000 + sizeof(pow(d, d)) * 100 + sizeof(fmax(x, y)) * 10 + sizeof(exp(d));
  o[k++] = sizeof(fabs(x)) * 1000 + sizeof(fabs(d)) * 100 + sizeof(sqrt(x)) * 10 + sizeof(ldexp(x, 3));
  o[k++] = sizeof(atan2(x, y)) * 1000 + sizeof(atan2(d, d)) * 100 + sizeof(abs(-3.5f)) * 10 + sizeof(floor(x));
  f[1] = fmod(7.5f, 2.0f) + trunc(-2.5f) + ldexp(x, 3) + fabs(-x) + abs(-2.5f); o[k++] = abs(-n) + (int)fmin(x, 2.0f) + max(n, 7) + (int)min(x, y);
  float s, c; __sincosf(0.0f, &s, &c); f[2] = s + c; o[k++] = isnan(x) + 2 * isinf(x / 0.0f) + 4 * isfinite(d) + 8 * signbit(-x);
  int e; f[3] = frexp(x, &e); o[k++] = e; f[4] = modf(-2.75f, &f[5]); o[k++] = ilogb(d); f[6] = nextafter(x, y);
  char4 p = *(char4 *)&a, q = *(char4 *)&b; uchar4 r = *(uchar4 *)&u, w = *(uchar4 *)&v;
  short2 g = *(short2 *)&a; ushort2 h = *(ushort2 *)&u;
  o[k++] = __dp4a(p, q, n); o[k++] = __dp4a(r, w, 7u); o[k++] = __dp2a_lo(g, q, n); o[k++] = __dp2a_hi(g, q, n);
  o[k++] = __dp2a_lo(h, w, 9u); o[k++] = __dp2a_hi(h, w, 9u);
}

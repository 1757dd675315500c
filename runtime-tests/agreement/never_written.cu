// Memory that the program need not write: the rest of a bit-field's unit, the bits around it in copies, padding of `{}`.
struct P { int a : 13; int : 0; int b : 13; };
struct S { unsigned a : 4, b : 20; };
struct Q { char c; int i; short s; };
struct R { Q q[2]; unsigned f : 3; S s; };
union U { R r; unsigned w[9]; };
struct C { unsigned a : 3; int x; unsigned b : 9; __device__ C(int v) : x(v) { b = v; } };
__device__ __noinline__ S get(S s, int k) { s.b += k; return s; }
__device__ __noinline__ int third(P p) { P q = p; P *r = &q; return r->b; }
__device__ P make(int v) { P p; p.b = v; return p; }
extern "C" __global__ void run(int *o, float *f, int n) {
  int k = 0;
  P p; p.b = n; P *q = &p; if (n > 9) q = (P *)o;
  o[k++] = q->b; o[k++] = third(p); o[k++] = make(n + 1).b;
  S s[2]; s[0].a = 1; s[1].a = 2; s[0].b = 3; s[1].b = 4;
  S t; t.a = n; S v = get(t, 7); (void)v;
  o[k++] = s[n & 1].a + s[n & 1].b + t.a;
  R r; r.f = 2; r.s.a = 6; r.s.b = 9; o[k++] = r.f + r.s.a + r.s.b;
  R rr = r; rr.f = 1; o[k++] = rr.s.b + rr.f;
  U u; u.r.f = 7; o[k++] = u.r.f;
  Q zero = {}; for (int i = 0; i < (int)sizeof zero; i++) o[k] |= ((unsigned char *)&zero)[i];
  k++;
  S w[100]; w[n].a = 4; w[n + 1] = w[n]; o[k++] = w[n + 1].a;
  C c(n); o[k++] = c.b + c.x; C d = c; d.a = 3; o[k++] = d.a + d.b;
  // A few elements of an array by a wider type.
  unsigned e[3]; *(unsigned long long *)e = 0x100000002ull; o[k++] = e[0] + e[1];
  __shared__ unsigned short h[5]; *(unsigned long long *)h = 0x0001000200030004ull; o[k++] = h[3] + h[0];
  f[0] = (float)k;
}

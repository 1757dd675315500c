// [over.match.best] 1 (core issue 2273) a class's constructors come before those that it inherits, where both fit alike
// wrong: inherited-rank-alike
struct Tag {};
struct B { int v; __device__ B(int n) : v(n) {} template<class T> __device__ explicit B(const T &x, Tag) : v(x + 100) {} template<class T> __device__ B(T *, int) : v(200) {} __device__ B(long n, long m) : v(n * m) {} __device__ B(char c, short s, int d = 4) : v(c + s + d) {} };
struct D : B { using B::B; __device__ D(int n, int m = 7) : B(n + m) {} template<class T> __device__ explicit D(const T &x, Tag) : B(x + 1000) {} __device__ D(long n, long m, int k = 3) : B(n * m + k) {} template<class T> __device__ D(T *, int, int d = 5) : B(300 + d) {} };
struct E : D { using D::D; template<class T> __device__ E(const T &x, Tag, int d = 8) : D(x + 2000, d) {} };
struct F : D { using D::D; __device__ F(char c, short s) : D(c * s) {} };
template<class T> struct G : T { using T::T; __device__ G(int n, const int &m = 9) : T(n * 3 + m) {} };
struct H : B { using B::B; template<class T> __device__ H(const T &, Tag) : B(11) {} template<class T> __device__ H(T, Tag) : B(12) {} __device__ H(const int &, Tag) : B(13) {} };
struct I : B { using B::B; __device__ I(int n, unsigned short m) : B(n * 7 + m) {} __device__ I(double d, float e) : B(int(d * e)) {} };
extern "C" __global__ void k(long long *out) { int n = 0; int i = 5; long l = 6;
  D a(1); out[n++] = a.v; D b(i, Tag{}); out[n++] = b.v; D c(l, l); out[n++] = c.v; D d(&i, 1); out[n++] = d.v; D e('a', (short)2); out[n++] = e.v; D e2('a', (short)2, 1); out[n++] = e2.v; D f(1, 2); out[n++] = f.v;
  E g(1); out[n++] = g.v; E h(i, Tag{}); out[n++] = h.v; E j(l, l); out[n++] = j.v; E m(&i, 1); out[n++] = m.v; E o(2.5, Tag{}, 1); out[n++] = o.v;
  F p('a', (short)2); out[n++] = p.v; F q('a', (short)2, 1); out[n++] = q.v; F r(3); out[n++] = r.v; G<B> s(4); out[n++] = s.v; G<D> t(4); out[n++] = t.v; G<F> u(4); out[n++] = u.v; G<B> w{4}; out[n++] = w.v;
  H x(1, Tag{}); out[n++] = x.v; H z(l, l); out[n++] = z.v; H y(&i, 1); out[n++] = y.v; I i1(3, 0); out[n++] = i1.v; I i2(l, l); out[n++] = i2.v; I i3(2.5, 4.0f); out[n++] = i3.v; }

// [class.base.init] 9.1 a union's constructor that initialises one member leaves the initial value of another out
// wrong: union-defaults-too
union V { __device__ V() : d(1.5) {} __device__ V(long x) : l(x) {} __device__ V(int, int) {} __device__ V(int, int, int) : a(9) {} __device__ V(char c) : V(c * 3L) {} double d; long l; int a = 3; };
union W { int a = 3; __device__ W() : d(1.5) {} __device__ W(long x) : l{x} {} __device__ W(int, int) {} double d; long l; };
template<class T> union X { T t; long u; int a = 3; __device__ X(T v) : t(v) {} __device__ X() {} };
union Y { struct { int p, q; }; long u; short s = 3; __device__ Y(int n) : p(n), q(n + 1) {} __device__ Y() {} };
struct Z { int before = 1; union { long l; int a = 3; }; __device__ Z(long x) : l(x) {} __device__ Z() {} };
struct A { V v; X<double> x; __device__ A() : v(5L), x(2.5) {} };
extern "C" __global__ void k(long long *out) { int n = 0;
  V a; out[n++] = a.l; V b(-7L); out[n++] = b.l; V c(1, 2); out[n++] = c.a; V d(1, 2, 3); out[n++] = d.a; V e('a'); out[n++] = e.l; W f; out[n++] = f.l; W g(-8L); out[n++] = g.l; W h(1, 2); out[n++] = h.a;
  X<double> i(1.25); out[n++] = i.u; X<double> j; out[n++] = j.a; Y l(4); out[n++] = l.p * 10 + l.q; Y m; out[n++] = m.s; Z o(-9L); out[n++] = o.l; Z p; out[n++] = p.a; A q; out[n++] = q.v.l; out[n++] = q.x.u;
  constexpr int r = 5; V s[2] = {V(r * 1000000000000L), V(1, 2)}; out[n++] = s[0].l; out[n++] = s[1].a; }

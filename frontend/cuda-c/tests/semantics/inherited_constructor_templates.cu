// [class.inhctor.init] templates of constructors are inherited too
// wrong: inherited-skip-members
struct A { int v; template <class T> __device__ A(const T &t) : v(sizeof(T) * 10 + (int)t) {} __device__ A(int a, int b) : v(a + b) {} };
struct B : A { int w = 4; using A::A; };
struct C : B { int x = 5; using B::B; __device__ C(char c) : B(7, 8), x(c) {} };
struct D { int v; template <class T, class U = T> __device__ D(T t, U u = U(2)) : v((int)t * 100 + (int)u) {} template <class T> __device__ explicit D(T *p) : v(*p) {} };
struct E : D { int w = 6; using D::D; __device__ E(long l) : D(1), w((int)l) {} };
struct F : A { F(const F &) = default; using A::A; };
__device__ int f(const B &b) { return b.v + b.w; }
__device__ int f(const char *) { return -1; }
extern "C" __global__ void k(long long *out) {
  int n = 0, i = 9;
#define T(...) out[n++] = (__VA_ARGS__)
  B a(3); T(a.v); T(a.w); B b(2.5); T(b.v); B c = 7l; T(c.v); B d{'a'}; T(d.v); B e(1, 2); T(e.v); B g(a); T(g.v); B h = a; T(h.v);
  C l(3.0f); T(l.v); T(l.w); T(l.x); C m('c'); T(m.v); T(m.x); C o(2, 3); T(o.v); C p(l); T(p.v); T(f(3)); T(f(2.0));
  E q(3); T(q.v); T(q.w); E r(4l); T(r.v); T(r.w); E s(5, 2.0); T(s.v); E t(&i); T(t.v); E u = 2.0; T(u.v); F x(8); T(x.v); F y(x); T(y.v);
  const B z(1u); T(z.v); B za(z); T(za.v); B zb[2] = {3, 4.0}; T(zb[0].v); T(zb[1].v); T(zb[1].w);
}

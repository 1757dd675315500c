// [class.inhctor.init] a class that inherits constructors and has no default one is made of nothing by that of its base
// wrong: inherited-skip-members
struct A { int v; __device__ A() : v(3) {} __device__ A(int n) : v(n) {} };
struct B : A { int w = 4; __device__ B(const char *) : A(50) {} using A::A; };
struct D { B b; };
struct E { int v; __device__ E(int n = 8, int m = 1) : v(n + m) {} };
struct F : E { int w = 5; using E::E; __device__ F(const char *) : E(60) {} };
struct P { int v, u; };
struct Q : P { int w = 6; using P::P; };
struct R : P { int w = 6; using P::P; __device__ R(int n) : P{n, n}, w(7) {} };
struct G : A { int w = 4; using A::A; __device__ G() : A(30), w(9) {} };
struct H : A { int w = 4; using A::A; };
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define T(...) out[n++] = (__VA_ARGS__)
  B b{}; T(b.v); T(b.w); B c(7); T(c.v); T(c.w); B d = {}; T(d.v); T(B{}.v);  D e{{}}; T(e.b.v);
  B z; T(z.v); B y = B(); T(y.v); B x[2] = {{}, {}}; T(x[1].w); B *p = 0; B u(*x); T(u.v); T(p == 0); B t("a"); T(t.v);
  F f; T(f.v); F g(2); T(g.v); F h(2, 9); T(h.v); F i{}; T(i.v); T(i.w); F j("b"); T(j.v); F l = 4; T(l.v);
  Q q{}; T(q.v); T(q.w); R r{}; T(r.w); R s(3); T(s.u); G m; T(m.v); T(m.w); G o(4); T(o.v); T(o.w); H a; T(a.v); T(a.w); H aa(2); T(aa.v);
}

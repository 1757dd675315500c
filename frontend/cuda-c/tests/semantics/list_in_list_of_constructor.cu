// [over.best.ics] a list in a list makes the argument of a constructor, and no object that is then copied
// wrong: lists-in-lists-are-objects
struct Tag {};
struct C0 { int v; __device__ C0(Tag, int n) : v(n) {} __device__ C0() : v(77) {} };
struct X { __device__ operator C0() const { return C0(Tag{}, 9); } };
struct C1 { int v; __device__ C1(C0 c) : v(c.v + 100) {} __device__ C1(const C1 &c) : v(c.v + 1000) {}  };
struct C2 { int v; __device__ C2() : v(3) {} __device__ C2(const C2 &o) : v(o.v + 1000) {} };
struct C3 { int v; __device__ C3() : v(5) {} __device__ C3(const C2 &c, char x = 5) : v(c.v + x + 100) {} __device__ C3(const C3 &o) : v(o.v + 1000) {} __device__ C3 &operator=(const C3 &o) { v = o.v + 1; return *this; } };
struct N { int v; __device__ N(int n) : v(n) {} __device__ N(const N &o) : v(o.v + 1000) {} };
struct M { int v; __device__ M(N n) : v(n.v + 50) {}  __device__ M(N n, int k) : v(n.v + k) {} };
__device__ int f(C1 c) { return c.v; }
__device__ int f(C1 c, int) { return c.v; }
__device__ int g(const C3 &c) { return c.v; }
__device__ int h(M m) { return m.v; }
extern "C" __global__ void k(long long *out) {
  int n = 0; X x;
#define T(...) out[n++] = (__VA_ARGS__)
  T(f({{Tag{}, 4}})); T(f({{Tag{}, 4}}, 1)); T(f({x})); T(g({{}})); T(g({C2()})); T(g({{}, 3})); T(g({}));
  C3 a; a = {{}}; T(a.v); a = {}; T(a.v); C3 b{{}}; T(b.v); C3 c = {{}}; T(c.v); a = {{}, 7}; T(a.v);
  C1 d{{Tag{}, 6}}; T(d.v); C1 e = {{Tag{}, 6}}; T(e.v); C1 i{{}}; T(i.v); C1 j{x}; T(j.v); C1 l = {x}; T(l.v);
  M m{5}; T(m.v); M o = {5}; T(o.v); T(h({5})); M p{{5}}; T(p.v); T(h({{5}})); T(h({5, 2}));
}

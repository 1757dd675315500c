// [expr.ass] a list assigned to a class leaves nothing of the old value, be its members in the padding of a base
// wrong: lists-skip-bases
struct C1 { double v; unsigned char f; __device__ C1(int a, int n) : v(n), f(a) {} C1() = default; };
struct C2 : C1 { char g; float h; __device__ C2() : C1(1, 2), g(3), h(4) {} C2(const C2 &) = default; };
struct C5 { C1 c; char g; };
__device__ C1 make(int n) { return C1(n, n); }
__device__ void set(C1 &c) { c = C1(8, 9); }
__device__ void set2(C1 &c, const C1 &d) { c = d; }
struct C6 : C1 { char g = 5; __device__ C6(const C1 &c) : C1(c) {} __device__ C6(int n) : C1(make(n)) {} __device__ C6(char) : g(7), C1{} {} };
struct C7 : C1 { char g; };
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define T(...) out[n++] = (__VA_ARGS__)
  C2 o; C1 b(5, 6); static_cast<C1 &>(o) = b; T(o.g); T(o.h); T(o.f); set(o); T(o.g); T(o.f); set2(o, b); T(o.g);
  C1 &r = o; r = make(3); T(o.g); r = {4, 4}; T(o.g); r = C1(); T(o.g); (1 ? r : b) = b; T(o.g);
  C6 p(b); T(p.g); C6 q(4); T(q.g); C6 s('c'); T(s.g); C7 t{{1, 2}, 3}; T(t.g); t = {{1, 2}}; T(t.g); t = {b, 5}; T(t.g); t = {b}; T(t.g); C7 u{b, 6}; T(u.g); C7 w{make(2), 6}; T(w.g); w = {make(3), 7}; T(w.g); w = {C1(1, 2), 9}; T(w.g);
  C7 l[2] = {{b, 1}, {make(1), 2}}; T(l[0].g); T(l[1].g); l[0] = {b, 8}; T(l[0].g); *l = l[1]; T(l[0].g);
  t = {static_cast<C1 &>(o)}; T(t.g); t = {r}; T(t.g);
  r = static_cast<const C1 &>(b); T(o.g); C2 o2(o); static_cast<C1 &>(o2) = static_cast<C1 &&>(b); T(o2.g); 
}

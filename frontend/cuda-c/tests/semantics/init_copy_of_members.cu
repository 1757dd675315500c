// [class.copy.ctor] an implicit copy constructor copies bases and members by theirs, in order, arrays element by element
// wrong: implicit-copies-are-bytes
struct C { int n; __device__ C() : n(1) {} __device__ C(int x) : n(x) {} __device__ C(const C &o) : n(o.n + 100) {} __device__ C &operator=(const C &o) { n = o.n + 1000; return *this; } };
struct H { C c; int x; };
struct Dv : C { int y; };
struct A { C c[2]; C *p; };
struct E : Dv { H h; };
__device__ int take(H h) { return h.c.n + h.x; }
__device__ H give(H &h) { return h; }
extern "C" __global__ void k(long long *out) {
  H a; a.c.n = 1; a.x = 2; H b = a; H c(a); H d{a}; Dv e; e.n = 5; e.y = 6; Dv f = e; A g; g.c[0].n = 1; g.c[1].n = 2; g.p = g.c; A h = g; E i; i.n = 3; i.h.c.n = 4; i.y = 9; i.h.x = 8; E j = i;
  out[0] = b.c.n; out[1] = b.x; out[2] = c.c.n; out[3] = d.c.n; out[4] = f.n; out[5] = f.y; out[6] = h.c[0].n;
  out[7] = h.c[1].n; out[8] = h.p == g.c; out[9] = j.n; out[10] = j.h.c.n; out[11] = j.y; out[12] = j.h.x;
  out[13] = take(a); out[14] = give(a).c.n; out[15] = take(give(a));
  H k[2] = {a, b};
  out[16] = k[0].c.n; out[17] = k[1].c.n;
}

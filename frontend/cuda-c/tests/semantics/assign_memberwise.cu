// [class.copy.assign] an implicit copy assignment assigns bases and members by theirs
// wrong: implicit-assignment-is-bytes
struct C { int n; __device__ C() : n(1) {} __device__ C(int x) : n(x) {} __device__ C(const C &o) : n(o.n + 100) {} __device__ C &operator=(const C &o) { n = o.n + 1000; return *this; } };
struct H { C c; int x; };
struct Dv : C { int y; };
struct A { C c[2]; };
struct E : Dv { H h; };
extern "C" __global__ void k(long long *out) {
  H a, b; a.c.n = 1; a.x = 2; b = a; Dv e, f; e.n = 5; e.y = 6; f.y = 0; f = e; A g, h; g.c[0].n = 1; g.c[1].n = 2; h = g; E i, j; i.n = 3; i.h.c.n = 4; i.y = 9; i.h.x = 8; j = i;
  out[0] = b.c.n; out[1] = b.x; out[2] = f.n; out[3] = f.y; out[4] = h.c[0].n; out[5] = h.c[1].n; out[6] = j.n;
  out[7] = j.h.c.n; out[8] = j.y; out[9] = j.h.x;
  H k[2]; k[0] = a; k[1] = k[0] = b; C &r = f; r = C(1);
  out[10] = k[0].c.n; out[11] = k[1].c.n; out[12] = f.n; out[13] = f.y;
}

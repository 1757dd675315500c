// [dcl.init.aggr] braces are left out where the value cannot initialise the whole member
// wrong: braces-always-elided
struct P { int x, y; };
struct V { P a, b; };
struct C { int n; __device__ C(int x) : n(x * 2) {} };
struct W { C c; P p; C d[2]; };
extern "C" __global__ void k(long long *out) {
  P p = {8, 9}; V v = {p, 1, 2}; V w = {1, 2, p}; V x[2] = {p, p, 1}; W y = {1, p, 2, 3}; W z = {1, 4, 5, {2, 3}}; V u = {{1, 2}, 3}; V t[] = {1, 2, 3, 4, 5};
  out[0] = v.a.x; out[1] = v.b.y; out[2] = w.a.y; out[3] = w.b.x; out[4] = x[0].b.y; out[5] = x[1].a.x;
  out[6] = x[1].b.x; out[7] = y.c.n; out[8] = y.p.y; out[9] = y.d[0].n; out[10] = y.d[1].n; out[11] = z.p.x;
  out[12] = z.d[1].n; out[13] = u.b.x; out[14] = u.b.y; out[15] = sizeof t / sizeof *t; out[16] = t[1].a.x;
  out[17] = t[1].b.y;
}

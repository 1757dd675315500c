// [dcl.init.aggr] members are initialised in order, those that are not given from {} or their default initialiser
// wrong: left-out-members-are-zero
struct P { int x, y; };
struct Q { P p; int t[3]; int n; };
struct M { int a; int b = 5; P p = {6, 7}; };
union U { int i; float f; };
extern "C" __global__ void k(long long *out) {
  Q a = {1, 2, 3, 4, 5, 6}; Q b = {{1}, {2, 3}, 4}; Q c = {1, 2, {3}}; Q d = {{1, 2}, 3, 4}; M e = {1}; M f = {1, 2, {3}}; U u = {7}; P g[2] = {1, 2, 3}; P h[] = {{1}, {2}, {3}}; int m[2][3] = {1, 2, 3, 4}; int n[2][3] = {{1}, 2}; Q *q = &a;
  out[0] = a.p.y; out[1] = a.t[2]; out[2] = a.n; out[3] = b.p.x; out[4] = b.p.y; out[5] = b.t[1];
  out[6] = b.t[2]; out[7] = b.n; out[8] = c.t[0]; out[9] = c.t[1]; out[10] = c.n; out[11] = d.t[0];
  out[12] = d.t[1]; out[13] = d.n; out[14] = e.b; out[15] = e.p.y; out[16] = f.b; out[17] = f.p.x;
  out[18] = f.p.y; out[19] = u.i; out[20] = g[1].x; out[21] = g[1].y; out[22] = sizeof h / sizeof *h;
  out[23] = h[2].x; out[24] = m[1][0]; out[25] = m[1][1]; out[26] = n[0][1]; out[27] = n[1][0];
  out[28] = q->t[1];
}

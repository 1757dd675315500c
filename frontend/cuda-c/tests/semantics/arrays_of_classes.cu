// [class.init] each element of an array is constructed in order; what is not given by the default constructor
// wrong: arrays-construct-one
struct L { int *t; int v; __device__ L(int *p, int x) : t(p), v(x) { *t = *t * 10 + x; } __device__ L(int *p) : L(p, 5) {} };
struct K { int n; __device__ K() : n(7) {} __device__ K(int x) : n(x) {} };
struct M { K k[3]; K l; __device__ M() : k{1, 2}, l(9) {} __device__ M(int x) : k{{x}, {}, x + 1} {} };
extern "C" __global__ void k(long long *out) {
  int t = 0; L a[3] = {{&t, 1}, L(&t, 2), &t}; K k2[4] = {1, {}, K(3)}; M m, n(4); K g[2][2] = {{1}, {2, 3}}; M o[2] = {{}, 5};
  out[0] = t; out[1] = a[2].v; out[2] = k2[0].n; out[3] = k2[1].n; out[4] = k2[2].n; out[5] = k2[3].n;
  out[6] = m.k[1].n; out[7] = m.k[2].n; out[8] = m.l.n; out[9] = n.k[0].n; out[10] = n.k[1].n;
  out[11] = n.k[2].n; out[12] = n.l.n; out[13] = g[0][1].n; out[14] = g[1][1].n; out[15] = o[0].k[0].n;
  out[16] = o[1].k[2].n; K p[3]; out[17] = p[2].n; out[18] = p[0].n;
}

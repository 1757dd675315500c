// [dcl.init.aggr] elements of arrays and members are copy-initialised by converting constructors
// wrong: constructors-do-not-matter-in-lists
struct T { int v, w; __device__ T() : v(1), w(1) {} __device__ T(int x) : v(x * 10), w(2) {} __device__ T(int x, int y) : v(x), w(y * 100) {} __device__ T(const char *) : v(-5), w(-6) {} };
struct H { T a; int n; T b[2]; };
extern "C" __global__ void k(long long *out) {
  int i = out[0] + 3; T t[5] = {1, i, {2, 3}, T(4)}; H h = {5, 6, {7, {8, 9}}}; H k = {i}; T u[] = {"x", 2.5}; T v[2] = {{}, {i}};
  out[0] = t[0].v; out[1] = t[1].v; out[2] = t[2].v; out[3] = t[2].w; out[4] = t[3].v; out[5] = t[4].v;
  out[6] = t[4].w; out[7] = h.a.v; out[8] = h.n; out[9] = h.b[0].v; out[10] = h.b[1].v; out[11] = h.b[1].w;
  out[12] = k.a.v; out[13] = k.n; out[14] = k.b[1].v; out[15] = u[0].w; out[16] = u[1].v; out[17] = v[0].v;
  out[18] = v[1].v; out[19] = sizeof u / sizeof *u;
}

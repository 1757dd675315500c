// [dcl.init.aggr] a list assigned to a class whose long base has padding that members are in
// wrong: zero-after-bases
namespace long_bases {
struct BB { int a; int b : 5; __device__ BB(int n) : a(n), b(n + 1) {} };
struct D3 : BB { signed char z, w; };
struct D4 : BB { int q : 6; int r : 3; };
struct Big { int a[40]; int b : 5; __device__ Big(int n) : b(n + 1) { for (int i = 0; i < 40; i++) a[i] = n + i; } };
struct D5 : Big { signed char z, w; };
struct D6 : Big { signed char z, w; int t[70]; };
__device__ __noinline__ BB mb(int n) { return BB(n); }
__device__ __noinline__ void fillb(void *p, int n) { unsigned char *q = (unsigned char *)p; for (int i = 0; i < n; i++) q[i] = 0x7f; }
__device__ void run(long long *out, int &n) { int m = out[0] == 0 ? 5 : 6;
  BB bb(3); fillb(&bb, sizeof bb);
  D3 f{BB(1), 4, 5}; (BB &)f = bb; out[n++] = f.a; out[n++] = f.b; out[n++] = f.z; out[n++] = f.w;
  (BB &)f = mb(m); out[n++] = f.a; out[n++] = f.b; out[n++] = f.z; out[n++] = f.w;
  D4 g{BB(1), 4, 2}; (BB &)g = bb; out[n++] = g.a; out[n++] = g.b; out[n++] = g.q; out[n++] = g.r;
  g.BB::operator=(bb);  out[n++] = g.q; out[n++] = g.r;
  Big big(4); fillb(&big, sizeof big);
  D5 h{Big(1), 4, 5}; (Big &)h = big; out[n++] = h.a[3]; out[n++] = h.b; out[n++] = h.z; out[n++] = h.w;
  h = {Big(m), 3}; out[n++] = h.a[3]; out[n++] = h.b; out[n++] = h.z; out[n++] = h.w;
  h = {big}; out[n++] = h.a[3]; out[n++] = h.b; out[n++] = h.z; out[n++] = h.w;
  D5 h2{big}; out[n++] = h2.a[3]; out[n++] = h2.b; out[n++] = h2.z; out[n++] = h2.w;
  D6 i{big, 3, 2}; out[n++] = i.a[3]; out[n++] = i.b; out[n++] = i.z; out[n++] = i.w; out[n++] = i.t[4];
  i = {big, 1, 6, {4, 3}}; out[n++] = i.a[3]; out[n++] = i.b; out[n++] = i.z; out[n++] = i.w; out[n++] = i.t[1];
  i = {Big(m), 1, 6, {4, 3}}; out[n++] = i.a[3]; out[n++] = i.b; out[n++] = i.z; out[n++] = i.w; out[n++] = i.t[1]; out[n++] = i.t[69];
  i = {big}; out[n++] = i.a[3]; out[n++] = i.b; out[n++] = i.z; out[n++] = i.w; out[n++] = i.t[1]; out[n++] = i.t[69];
  out[n++] = sizeof(D3) * 100 + sizeof(D4);  out[n++] = sizeof(D5) * 1000 + sizeof(D6); }
}
extern "C" __global__ void k(long long *out) { int n = 0; long_bases::run(out, n); }

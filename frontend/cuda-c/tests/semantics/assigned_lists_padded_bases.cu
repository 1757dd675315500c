// [dcl.init.aggr] a list assigned to a class whose base or member ends in the middle of a unit of bit-fields
// wrong: zero-after-bases
namespace fields {
enum E0 { A0, B0 = 3, D0, F0 = 31 };
struct C0 { bool f00 : 1; E0 f01; __device__ C0(int n) : f00((bool)((n + 0) & 15)), f01((E0)((n + 1) & 15)) { } };
struct C1 : public C0 { unsigned v : 23; int f11; int f12 : 8; };
class C2 : public C1 { public: E0 v : 6; short f21 : 15; int f22 : 4;
  __device__ C2(int n) : C1{C0(n), (unsigned)((n + 0) & 15), (int)((n + 1) & 15), (int)((n + 2) & 15)}, v((E0)((n + 0) & 15)), f21((short)((n + 1) & 15)), f22((int)((n + 2) & 7)) { } };
__device__ C2 make2(int n) { return C2(n); }
struct C3 { E0 v; C2 f31; signed char f32[2]; };
__device__ void run(long long *out, int &n) { int m = out[0] == 0 ? 5 : 6;
  C2 c(m); out[n++] = c.f00; out[n++] = c.f01; out[n++] = c.C1::v; out[n++] = c.f11; out[n++] = c.f12; out[n++] = c.v; out[n++] = c.f21; out[n++] = c.f22;
  C2 d = make2(m); out[n++] = d.f00; out[n++] = d.f01; out[n++] = d.C1::v; out[n++] = d.f11; out[n++] = d.f12; out[n++] = d.v; out[n++] = d.f21; out[n++] = d.f22;
  C3 e{B0, C2(m + 1), {1, 2}}; out[n++] = e.f31.f00; out[n++] = e.f31.f01; out[n++] = e.f31.C1::v; out[n++] = e.f31.f11; out[n++] = e.f31.f12; out[n++] = e.f31.v; out[n++] = e.f31.f21; out[n++] = e.f31.f22; out[n++] = e.f32[1];
  e = {D0, make2(m), {5}}; out[n++] = e.f31.f00; out[n++] = e.f31.f01; out[n++] = e.f31.C1::v; out[n++] = e.f31.f11; out[n++] = e.f31.f12; out[n++] = e.f31.v; out[n++] = e.f31.f21; out[n++] = e.f31.f22; out[n++] = e.f32[1]; out[n++] = sizeof(C3) * 100 + sizeof(C2); }
}
namespace bases {
struct B { int a; signed char c; __device__ B(int n) : a(n), c(n + 1) {} };
struct D : B { int x : 8; signed char y; };
struct D2 : B { signed char z, w; };
struct BB { int a; int b : 5; __device__ BB(int n) : a(n), b(n + 1) {} };
struct D3 : BB { signed char z, w; };
struct D4 : BB { int q : 6; int r : 3; };
__device__ __noinline__ B mb(int n) { return B(n); }
__device__ __noinline__ void fillb(void *p, int n) { unsigned char *q = (unsigned char *)p; for (int i = 0; i < n; i++) q[i] = 0x7f; }
__device__ void run(long long *out, int &n) { int m = out[0] == 0 ? 5 : 6;
  D d{B(m), 3, 4}; out[n++] = d.a; out[n++] = d.c; out[n++] = d.x; out[n++] = d.y;
  d = {B(m + 2), 5}; out[n++] = d.a; out[n++] = d.c; out[n++] = d.x; out[n++] = d.y;
  d = {mb(m + 3)}; out[n++] = d.a; out[n++] = d.c; out[n++] = d.x; out[n++] = d.y;
  B b(1); fillb(&b, sizeof b); 
  D2 e = {b}; out[n++] = e.a; out[n++] = e.c; out[n++] = e.z; out[n++] = e.w;
  D2 e2 = {b, 1}; out[n++] = e2.a; out[n++] = e2.c; out[n++] = e2.z; out[n++] = e2.w;
  e = {b, 1, 2}; e = {b}; out[n++] = e.a; out[n++] = e.c; out[n++] = e.z; out[n++] = e.w;
  D d2 = {b}; out[n++] = d2.a; out[n++] = d2.c; out[n++] = d2.x; out[n++] = d2.y;
  BB bb(3); fillb(&bb, sizeof bb);
  D3 f{bb}; out[n++] = f.a; out[n++] = f.b; out[n++] = f.z; out[n++] = f.w;
  f = {bb, 3}; out[n++] = f.a; out[n++] = f.b; out[n++] = f.z; out[n++] = f.w;
  f = {bb}; out[n++] = f.a; out[n++] = f.b; out[n++] = f.z; out[n++] = f.w;
  D4 g{bb}; out[n++] = g.a; out[n++] = g.b; out[n++] = g.q; out[n++] = g.r;
  g = {bb, 3, 1}; out[n++] = g.a; out[n++] = g.b; out[n++] = g.q; out[n++] = g.r;
  g = {bb}; out[n++] = g.a; out[n++] = g.b; out[n++] = g.q; out[n++] = g.r;
  g = {BB(m), 2}; out[n++] = g.a; out[n++] = g.b; out[n++] = g.q; out[n++] = g.r;
  out[n++] = sizeof(D) * 100000 + sizeof(D2) * 10000 + sizeof(D3) * 100 + sizeof(D4); }
}
extern "C" __global__ void k(long long *out) { int n = 0; fields::run(out, n); bases::run(out, n); }

// [class.base.init] a member initialised by () or {} is value-initialised, one without keeps its default initialiser
// wrong: empty-member-initialiser-is-default
struct P { int a, b; };
struct N { int x; N() = default; __device__ N(int y) : x(y) {} };
struct S { P p; N n; int i; int t[3]; int k = 7; int l = 8; __device__ S() : p(), n(), i(), t(), k(1) {} __device__ S(int v) : p{v}, n{v}, i{v}, t{v, v + 1}, l{v} {} };
struct B : P { int z; __device__ B() : P(), z{} {} __device__ B(int x) : P{x, x + 1}, z(a + b) {} };
extern "C" __global__ void k(long long *out) {
  S s, r(5); B b, c(3);
  out[0] = s.p.a; out[1] = s.p.b; out[2] = s.n.x; out[3] = s.i; out[4] = s.t[2]; out[5] = s.k; out[6] = s.l;
  out[7] = r.p.a; out[8] = r.p.b; out[9] = r.n.x; out[10] = r.i; out[11] = r.t[0]; out[12] = r.t[1];
  out[13] = r.t[2]; out[14] = r.k; out[15] = r.l; out[16] = b.a; out[17] = b.z; out[18] = c.a; out[19] = c.b;
  out[20] = c.z;
}

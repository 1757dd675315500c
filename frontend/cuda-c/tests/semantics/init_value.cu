// [dcl.init] T(), T{} zero what has no user-provided constructor, and call the constructor that there is
// wrong: defaulted-does-not-zero
struct P { int a; char c; float f; };
struct N { int x; N() = default; __device__ N(int y) : x(y) {} };
struct U { int x, y; __device__ U() : x(4) { y = 5; } };
struct H { N n; int k; };
struct M { int a = 3; int b; };
struct I { int a; U u; };
extern "C" __global__ void k(long long *out) {
  P p = P(); P q{}; N a{}, b = N(); H h{}, g = H(); U u{}, v = U(); M m{}; I i{}; int x = int(), y{}; int *z{}; int t[3] = {}; P r[2]{}; double d = double(); bool w = bool();
  out[0] = p.a; out[1] = p.c; out[2] = p.f == 0; out[3] = q.a; out[4] = a.x; out[5] = b.x; out[6] = h.n.x;
  out[7] = h.k; out[8] = g.n.x; out[9] = u.x; out[10] = u.y; out[11] = v.x; out[12] = m.a; out[13] = m.b;
  out[14] = i.a; out[15] = i.u.x; out[16] = x; out[17] = y; out[18] = z == nullptr; out[19] = t[2];
  out[20] = r[1].a; out[21] = d == 0; out[22] = w; out[23] = N().x; out[24] = M().b; out[25] = M{}.a;
}

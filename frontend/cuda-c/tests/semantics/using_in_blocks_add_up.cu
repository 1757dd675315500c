// [namespace.udecl] using declarations of one name in a block add up; default arguments and member initialisers see their own scope
// wrong: last-using-declaration-wins; default-arguments-see-callers
__device__ int x = 40;
namespace N { __device__ int x = 4; __device__ int f(int a) { return a + 1; } __device__ int e1(int a = x) { return a; } }
namespace O { __device__ int f(double a) { return 50; } __device__ int f(char a) { return 60; } }
__device__ int f(long) { return 100; }
struct M1 { int b = x; int c = N::x; };
struct M3 { int b = x; __device__ M3(int x) { } };
struct M4 { __device__ int m(int a = x) { return a; } __device__ static int s(int a = x + 1) { return a; } };
template <class T> __device__ int tf(T t, int a = x + sizeof(T)) { return a; }
template <class T> struct TC { int q = x; __device__ int m(T t, int a = x + sizeof(T)) { return a; } };
struct P { int a, b; };
__device__ int lp(P p = {x, 2}) { return p.a; }
namespace Q { __device__ int z = 70; struct M { int a; int b = z; __device__ int own() { int z = 2, x = 3; M m{5}; return m.b + z + x; } }; }
enum En { E1 = 7 };
__device__ int ef(int a = E1) { return a; }
extern "C" __global__ void k(long long *out) {
  { int f = 1; { using N::f; using O::f; out[0] = f(1); out[1] = f(1.0); out[2] = f('a'); } out[3] = f; }
  { long x = 9; M1 m{}; out[4] = m.b + m.c; M3 q(3); out[5] = q.b; M4 w; out[6] = w.m(); out[7] = M4::s(); out[8] = w.s(); }
  { long x = 8; out[9] = tf(1.0); out[10] = tf('a'); TC<short> t; out[11] = t.q; out[12] = t.m(1); out[13] = N::e1(); }
  { long E1 = 3; out[14] = ef(); }
  { long x = 3, z = 2; out[15] = lp(); Q::M m{1}; out[16] = m.b; out[17] = m.own(); }
}

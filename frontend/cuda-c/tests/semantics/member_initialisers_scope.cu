// [class.mem] names in a member's own initialiser are those of its class and of what stands around that
// wrong: default-arguments-see-callers
__device__ int x = 10;
struct M { int a; int b = x; };
struct C { int b = x; int c = b + 1; __device__ C(int x) : c(x) {} __device__ C(int x, int b) {} };
namespace N { __device__ int x = 30; struct S { int a; int b = x; }; struct T { int b = x; __device__ T() {} }; }
template <class T> struct G { T a; T b = sizeof(T) + x; };
struct D : C { int d = x + 1; using C::C; };
struct L { static constexpr int k = 7; __device__ static int f() { return k; } int v = f() + k; int w = this->v; __device__ L(int k) : w(k) {} __device__ L() {} };
extern "C" __global__ void k(long long *out) {
  int x = 1; M m{2}; out[0] = m.b; out[1] = x; C c(77); out[2] = c.b; out[3] = c.c; C c2(5, 6); out[4] = c2.b; out[5] = c2.c;
  N::S s{1}; out[6] = s.b; N::T t; out[7] = t.b; G<short> g{1}; out[8] = g.b; D d(3); out[9] = d.d; out[10] = d.c;
  L l(3); out[11] = l.v; out[12] = l.w; L l2; out[13] = l2.w;
  struct Own { int q = 4; enum { e = 6 }; int r = e; } o; out[14] = o.q + o.r;
}

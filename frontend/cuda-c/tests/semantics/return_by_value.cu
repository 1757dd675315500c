// [class.copy.elision] a prvalue returned is built in place; an lvalue that is not a local is copied
// wrong: prvalues-are-copied
struct C { int n; __device__ C() : n(1) {} __device__ C(int x) : n(x) {} __device__ C(const C &o) : n(o.n + 100) {} __device__ C &operator=(const C &o) { n = o.n + 1000; return *this; } };
struct G { C c; __device__ C get() const { return c; } __device__ const C &ref() const { return c; } };
__device__ C from_pointer(C *g) { return *g; }
__device__ C prvalue(int x) { return C(x); }
__device__ C braces(int x) { return {x}; }
__device__ C twice(int x) { return prvalue(x + 1); }
__device__ C param(C c) { return c; }
__device__ C pick(bool b, C &x, C &y) { return b ? x : y; }
extern "C" __global__ void k(long long *out) {
  C g(5); G h; h.c.n = 6; C x(1), y(2);
  out[0] = from_pointer(&g).n; out[1] = prvalue(3).n; out[2] = braces(4).n; out[3] = twice(5).n;
  out[4] = h.get().n; out[5] = h.ref().n; out[6] = pick(true, x, y).n; out[7] = pick(false, x, y).n;
  C a = prvalue(1); C b = twice(1); C c = h.ref(); C d = C(C(C(3)));
  out[8] = a.n; out[9] = b.n; out[10] = c.n; out[11] = d.n; out[12] = param(C(7)).n;
}

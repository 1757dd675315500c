// [class.ctor] = default does what the implicit one does, first declaration or later
// wrong: defaulted-is-trivial
struct A { int x = 3; A() = default; __device__ A(int v) : x(v) {} A(const A &) = default; A &operator=(const A &) = default; };
struct L { int n; __device__ L() : n(2) {} __device__ L(const L &o) : n(o.n + 1) {} __device__ L &operator=(const L &o) { n = o.n + 10; return *this; } };
struct B { L l; int k; B() = default; B(const B &) = default; B(B &&) = default; B &operator=(const B &) = default; };
struct C { int v; C(const C &) = delete; __device__ C(int x) : v(x) {} __device__ C(C &&o) : v(o.v + 5) {} };
__device__ C make() { return C(4); }
extern "C" __global__ void k(long long *out) {
  A a, b(5), c = b, d; d = b; B e, f = e, g; g = f; B h = B(); B i(static_cast<B &&>(e)); C j = make(), k(static_cast<C &&>(j));
  out[0] = a.x; out[1] = b.x; out[2] = c.x; out[3] = d.x; out[4] = e.l.n; out[5] = f.l.n; out[6] = g.l.n;
  out[7] = h.l.n; out[8] = h.k; out[9] = i.l.n; out[10] = j.v; out[11] = k.v;
}

// [class.copy.ctor] an xvalue is moved from where there is a move constructor
// wrong: named-references-are-rvalues
struct M { int v; __device__ M(int x) : v(x) {} __device__ M(const M &o) : v(o.v + 100) {} __device__ M(M &&o) : v(o.v + 1000) { o.v = -1; } __device__ M &operator=(const M &o) { v = o.v + 200; return *this; } __device__ M &operator=(M &&o) { v = o.v + 2000; o.v = -2; return *this; } };
struct H { M m; int k; };
__device__ M &&move(M &m) { return static_cast<M &&>(m); }
__device__ int take(M m) { return m.v; }
__device__ H make() { return H{M(5), 6}; }
extern "C" __global__ void k(long long *out) {
  M a(1), b(a), c(static_cast<M &&>(a)), d = move(b); M e(3), f(4), g(0), h(0); e = f; g = move(f); h = M(9);
  out[0] = a.v; out[1] = b.v; out[2] = c.v; out[3] = d.v; out[4] = e.v; out[5] = f.v; out[6] = g.v; out[7] = h.v;
  M i(7); H x = {M(2), 3}, y = x, z = static_cast<H &&>(x); y = static_cast<H &&>(z);
  out[8] = take(i); out[9] = take(move(i)); out[10] = i.v; out[11] = take(M(1)); out[12] = x.m.v;
  out[13] = y.m.v; out[14] = z.m.v; out[15] = z.k; out[16] = make().m.v;
}

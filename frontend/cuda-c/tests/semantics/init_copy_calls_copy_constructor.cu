// [dcl.init] every initialisation of an object from an lvalue of its class calls the copy constructor
// wrong: copies-are-bytes
struct C { int n; __device__ C() : n(1) {} __device__ C(int x) : n(x) {} __device__ C(const C &o) : n(o.n + 100) {} __device__ C &operator=(const C &o) { n = o.n + 1000; return *this; } };
__device__ int byval(C c) { return c.n; }
__device__ C ret(C &c) { return c; }
__device__ C g2(const C c) { return C(c.n + 1); }
extern "C" __global__ void k(long long *out) {
  C c(3); C d = c; C e(c); C f{c}; C g = {c}; C h[2] = {c, 5}; C i = C(7); C j = 8; C *p = &c; C k = *p; auto l = c; const C m = c; C n2 = (c); static_cast<void>(0);
  out[0] = d.n; out[1] = e.n; out[2] = f.n; out[3] = g.n; out[4] = h[0].n; out[5] = h[1].n; out[6] = i.n;
  out[7] = j.n; out[8] = k.n; out[9] = l.n; out[10] = m.n; out[11] = n2.n; out[12] = byval(c);
  out[13] = byval(9); out[14] = byval(C(4)); out[15] = ret(c).n; out[16] = g2(c).n; out[17] = c.n;
}

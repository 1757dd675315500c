// [over.match.best] a conversion that is no template is preferred to templates, be one a constructor and the other a function
// wrong: templates-of-kinds-rank-alike
struct C5 { int k; template <class T> __device__ C5(T) : k(1) {} };
struct C7 { int k; __device__ C7(int a) : k(a) {} __device__ C7(const struct K3 &); };
__device__ C5 *p;
struct K3 { __device__ operator C5() const { return *p; } template <class T> __device__ operator T() const { T t(5); t.k = 7; return t; } };
__device__ C7::C7(const K3 &) : k(2) {}
__device__ int f(C5 c) { return c.k; }
__device__ int g(const C5 &c) { return c.k; }
__device__ int h(C7 c) { return c.k; }
template <class T> __device__ T &&value();
template <class T, class R = decltype(f(value<T>()))> __device__ int fits(int) { return 1; }
template <class T> __device__ int fits(...) { return -1; }
extern "C" __global__ void k(long long *out) {
  C5 x(4); x.k = 9; p = &x; K3 q; const K3 cq{}; int n = 0;
  out[n++] = f(q); out[n++] = f(cq); out[n++] = g(q); out[n++] = h(q); out[n++] = h(cq); out[n++] = fits<K3 &>(0);
  C5 z(q); out[n++] = z.k; C5 w = cq; out[n++] = w.k; C5 u(cq); out[n++] = u.k; C5 e{q}; out[n++] = e.k;
  C7 a = q; out[n++] = a.k; C7 b = cq; out[n++] = b.k; C5 i = static_cast<C5>(q); out[n++] = i.k;
  const C5 &j = q; out[n++] = j.k; C5 &&l = q; out[n++] = l.k; z.k = 0; z = q; out[n++] = z.k;
}

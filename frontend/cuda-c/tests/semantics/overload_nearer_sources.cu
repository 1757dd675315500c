// [over.ics.rank] 4.4 of two classes that become one base the nearer is better, and it before one derived from it
// wrong: sources-rank-alike
struct C0 { int v; __device__ C0(int n) : v(n) {} };
struct C1 : C0 { int w; __device__ C1(int n) : C0(n), w(n) {} };
struct C3 : C1 { int x; __device__ C3(int n) : C1(n), x(n) {} };
struct C4 { int q; __device__ C4(int n) : q(n) {} __device__ operator C1() const { return C1(q + 10); }
 __device__ operator C3() const { return C3(q + 20); } };
struct P4 { C1 *p; C3 *q; __device__ operator C1 *() const { return p; }  __device__ operator C3 *() const { return q; } };
struct R4 { C1 *p; C3 *q; __device__ operator C1 &() const { return *p; }  __device__ operator C3 &() const { return *q; } };
__device__ int f(const C0 &x) { return x.v; }
__device__ int g(C0 x) { return x.v; }
__device__ int h(C0 &&x) { return x.v; }
__device__ int i(C0 &x) { return x.v; }
__device__ int j(C0 *x) { return x->v; }
__device__ int l(void *x) { return ((C0 *)x)->v; }
extern "C" __global__ void k(long long *out) { const C4 q(3); int n = 0; C1 a(5); C3 b(6); P4 p{&a, &b}; R4 r{&a, &b};
 out[n++] = f(q); out[n++] = g(q); out[n++] = h(q); C0 x = q; out[n++] = x.v; C0 y(q); out[n++] = y.v; const C0 &z = q; out[n++] = z.v;
 x = q; out[n++] = x.v; out[n++] = f(r); out[n++] = g(r); out[n++] = i(r); out[n++] = j(p); C0 *u = p; out[n++] = u->v; x = r; out[n++] = x.v; C0 w(r); out[n++] = w.v; C0 w2{r}; out[n++] = w2.v; C0 w3 = {r}; out[n++] = w3.v; C0 y2{q}; out[n++] = y2.v; 
 out[n++] = l(p); bool c = out[0] == 13;
 out[n++] = (c ? q : static_cast<C0 &&>(a)).v; out[n++] = (c ? static_cast<C0 &&>(a) : q).v; out[n++] = (!c ? static_cast<C0 &&>(a) : q).v;
 out[n++] = (c ? q : C0(5)).v; out[n++] = (c ? C0(5) : q).v; out[n++] = (!c ? C0(6) : q).v; }

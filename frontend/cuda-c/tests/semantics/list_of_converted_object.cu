// [over.match.list] a list of one object is made by its conversion to the class itself rather than by constructors that convert it
// wrong: conversions-are-moved
struct A { int v; __device__ A(double d) : v((int)d + 100) {} __device__ A(const A &a) : v(a.v + 1000) {} __device__ A(A &&a) : v(a.v + 2000) {} };
struct F { __device__ operator int() const { return 5; } __device__ operator A() const { return A(7.0); } };
struct G { __device__ operator A() const { return A(7.0); } };
struct H { int v; __device__ H(const unsigned char &p0) : v(p0 + 1) {} };
struct I { __device__ operator unsigned short() const { return 5; } __device__ operator H() const { return H(50); } };
struct W { A a; int b; };
struct J { int v; __device__ J(int n) : v(n) {} };
struct K { __device__ operator short() const { return 5; } __device__ operator const J() const { return J(50); } };
struct L { __device__ operator A() const { return A(7.0); }  __device__ operator A() { return A(8.0); } };
__device__ int f(A a) { return a.v; }
__device__ int g(const A &a) { return a.v; }
extern "C" __global__ void k(long long *out) {
  F q; const F cq{}; int n = 0; G r; I i; K x; L l;
#define T(...) out[n++] = (__VA_ARGS__)
  A a{q}; T(a.v); A b = {q}; T(b.v); A c{cq}; T(c.v); W w = {{q}, 1}; T(w.a.v); T(f({q})); T(g({q})); 
  A d{r}; T(d.v); A e = {r}; T(e.v); H h{i}; T(h.v); H h2 = {i}; T(h2.v); H h3[1] = {{i}}; T(h3[0].v);
  A dd(r); T(dd.v); A ee = r; T(ee.v);T(f({r})); T(g({r}));
  J j{x}; T(j.v); J j2 = {x}; T(j2.v); J j4 = x; T(j4.v); A y{l}; T(y.v);
}

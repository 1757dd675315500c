// [over.match.ref] explicit conversions to references, by direct initialisation and by constructors that copy
// wrong: explicit-functions-bind-nothing
namespace explicit_references {
struct Tag {};
struct A { int f; __device__ A(Tag, int n) : f(n) {} };
struct U { int f; __device__ U(Tag, int n) : f(n) {} __device__ U(const U &u) : f(u.f + 100) {} __device__ U(U &&u) : f(u.f + 200) {} };
template<class T> struct L { T a; __device__ L(int n) : a(Tag{}, n) {} __device__ explicit operator T &() { return a; } };
template<class T> struct C { T a; __device__ C(int n) : a(Tag{}, n) {} __device__ explicit operator const T &() const { return a; } };
template<class T> struct X { T a; __device__ X(int n) : a(Tag{}, n) {} __device__ explicit operator T &&() { return static_cast<T &&>(a); } };
// Beside one that is not explicit, which alone counts where nothing is initialised directly.
struct B { A a, b; __device__ B(int n) : a(Tag{}, n), b(Tag{}, n + 50) {} __device__ operator const A &() { return a; } __device__ explicit operator A &() { return b; } };
__device__ int takes(const A &a) { return a.f; }
__device__ int takes(...) { return -1; }
template<class S> struct M { A m; __device__ M(S &s) : m(s) {} };
template<class S> struct D : A { __device__ D(S &s) : A(s) {} };
template<class S> __device__ void run(long long *out, int &n, int v) {
  S s(v); A q(s); out[n++] = q.f; A r{s}; out[n++] = r.f; A c = (A)s; out[n++] = c.f; A d = static_cast<A>(s); out[n++] = d.f;
  const A &e = static_cast<const A &>(s); s.a.f++; out[n++] = e.f; const A &g(s); s.a.f++; out[n++] = g.f;
  out[n++] = takes(s); M<S> m(s); out[n++] = m.m.f; D<S> b(s); out[n++] = b.f; out[n++] = A(s).f; }
template<class S> __device__ void copies(long long *out, int &n, int v) { S s(v); U q(s); out[n++] = q.f; U r{s}; out[n++] = r.f; U c = (U)s; out[n++] = c.f; }
__device__ void all(long long *out, int &n) {
  run<L<A>>(out, n, 3); run<C<A>>(out, n, 4); run<X<A>>(out, n, 5);
  copies<L<U>>(out, n, 6); copies<C<U>>(out, n, 7); copies<X<U>>(out, n, 8);
  L<A> s(9); A &r = static_cast<A &>(s); r.f = 11; out[n++] = s.a.f; A &t(s); t.f = 12; out[n++] = s.a.f;
  X<A> x(13); A &&u = static_cast<A &&>(x); u.f = 14; out[n++] = x.a.f; A &&w(static_cast<X<A> &&>(x)); w.f = 15; out[n++] = x.a.f;
  B b(20); const A &e = b; out[n++] = e.f; A &g(b); out[n++] = g.f; out[n++] = takes(b); A h = b; out[n++] = h.f; }
}
extern "C" __global__ void k(long long *out) { int n = 0; explicit_references::all(out, n); }

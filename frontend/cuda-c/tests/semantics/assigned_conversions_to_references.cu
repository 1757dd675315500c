// [class.copy.assign] 2, [dcl.init.ref] 5 what a conversion function refers to is assigned without a copy
// wrong: converted-is-copied
struct Tag {};
__device__ int copies, moves;
struct A { int v; __device__ A(Tag, int n) : v(n) {} __device__ A(const A &o) : v(o.v + 100) { copies++; } };
struct M { int v; __device__ M(Tag, int n) : v(n) {} __device__ M(const M &o) : v(o.v + 100) { copies++; } __device__ M(M &&o) : v(o.v + 200) { moves++; } M &operator=(const M &) = default; M &operator=(M &&) = default; };
template<class T> struct L { T t; __device__ L(int n) : t(Tag{}, n) {} __device__ operator T &() { return t; } };
template<class T> struct C { T t; __device__ C(int n) : t(Tag{}, n) {} __device__ operator const T &() const { return t; } };
template<class T> struct X { T t; __device__ X(int n) : t(Tag{}, n) {} __device__ operator T &&() { return static_cast<T &&>(t); } };
template<class T> struct V { int n; __device__ V(int n) : n(n) {} __device__ operator T() const { return T(Tag{}, n); } };
struct D : A { int w; __device__ D(int n) : A(Tag{}, n), w(n) {} };
template<class T> struct B { D d; __device__ B(int n) : d(n) {} __device__ operator D &() { return d; } };
struct P { A a; M m; };
template<class T, class S> __device__ void run(long long *out, int &n) { T t(Tag{}, 1); copies = moves = 0; S s(2); t = s; out[n++] = t.v; t = S(3); out[n++] = t.v; T &r = (t = s); out[n++] = r.v; t = { s }; out[n++] = t.v; t.operator=(s); out[n++] = t.v; out[n++] = copies * 100 + moves; }
extern "C" __global__ void k(long long *out) { int n = 0;
  run<A, L<A>>(out, n); run<A, C<A>>(out, n); run<A, X<A>>(out, n); run<A, V<A>>(out, n); run<A, B<A>>(out, n); run<M, L<M>>(out, n); run<M, C<M>>(out, n); run<M, X<M>>(out, n); run<M, V<M>>(out, n); 
  P p{A(Tag{}, 1), M(Tag{}, 2)}; P q{A(Tag{}, 3), M(Tag{}, 4)}; copies = moves = 0; p = q; out[n++] = p.a.v * 100 + p.m.v; out[n++] = copies * 100 + moves; }

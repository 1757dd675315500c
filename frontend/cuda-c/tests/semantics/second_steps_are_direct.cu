// [dcl.init] 17.6.3 what a conversion function refers to initialises the object directly, and an implicit copy the members: explicit constructors may copy
// wrong: members-are-copy-initialised; second-step-is-copy
struct T { int a; __device__ T(int n, char) : a(n) {} __device__ explicit T(const T &o) : a(o.a + 100) {} };
struct U : T { __device__ U(int n) : T(n, 0) {} };
struct S { U u; __device__ operator U &() { return u; } };
struct Q { T t; __device__ Q(int n) : t(n, 0) {} __device__ operator const T &() const { return t; } };
struct V { int n; __device__ operator T() const { return T(n, 0); } };
struct M { T t; int k; };
struct N : T { __device__ N(int n) : T(n, 0) {} };
struct A { T t[2]; };
__device__ int f(T t) { return t.a; }
__device__ T g(Q &q) { return q; }
__device__ M h(M m) { return m; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    S s{U(1)}; Q q(2); V v{3};
    T a = s, b = q, c = v; out[n++] = a.a; out[n++] = b.a; out[n++] = c.a;
    out[n++] = f(s); out[n++] = f(q); out[n++] = f(v); out[n++] = g(q).a;
    T d[2] = {s, v}; out[n++] = d[0].a; out[n++] = d[1].a;
    M m{T(4, 0), 1}, o = m, p{q, 2}; out[n++] = o.t.a; out[n++] = p.t.a; out[n++] = h(m).t.a;
    N x(5), y = x; out[n++] = y.a;
    A z{{T(6, 0), T(7, 0)}}, w = z; out[n++] = w.t[1].a;
    out[n++] = (n > 100 ? T(8, 0) : s).a;
}

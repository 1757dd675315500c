// [class.copy.elision] what a return names and goes away is moved from: locals, parameters, and what local rvalue references name
// wrong: returns-copy
struct A { int v, c; __device__ A(int v) : v(v), c(0) {} __device__ A(const A &o) : v(o.v), c(o.c + 1) {} __device__ A(A &&o) : v(o.v), c(o.c + 100) {} };
struct B { int c; __device__ B(A &&) : c(1) {} __device__ B(const A &) : c(2) {} };
struct D : A { __device__ D(int v) : A(v) {} };
struct C { int c; __device__ C(A a) : c(a.c) {} };
struct T { int v; };
struct U { int c; __device__ U(T &&) : c(1) {} __device__ U(const T &) : c(2) {} };
struct Q { int v; __device__ Q(int v) : v(v) {} __device__ Q(Q &o) : v(o.v + 7) {} };
struct W { int c; __device__ W(Q &q) : c(q.v) {} };
__device__ A f(A &&r) { return r; }
__device__ A g() { A &&r = A(1); return r; }
__device__ A h(A &r) { return r; }
__device__ A h2(const A &&r) { return r; }
__device__ A h3(A &&r) { return (r); }
__device__ B b1(A &&r) { return r; }
__device__ B b2() { A a(1); return a; }
__device__ A d1() { D d(1); return d; }
__device__ A d2(D &&d) { return d; }
__device__ A d3(D d) { return d; }
__device__ auto e(A &&r) { return r; }
__device__ A &&i(A &&r) { return static_cast<A &&>(r); }
__device__ C c1() { A a(1); return a; }
__device__ U u1() { T t{1}; return t; }
__device__ U u2(T t) { return t; }
__device__ U u3(T &&t) { return t; }
__device__ U u4(T &t) { return t; }
__device__ W w() { Q q(3); return q; }
template <class X> __device__ A tt(X &&t) { return t; }
template <class X> __device__ X pass(X x) { return x; }
struct R { Q m; };
__device__ R rr() { R r{Q(5)}; return r; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    A a(1);
    T t{1};
    out[n++] = f(1).c; out[n++] = g().c; out[n++] = h(a).c; out[n++] = h2(1).c; out[n++] = h3(1).c;
    out[n++] = b1(1).c; out[n++] = b2().c; out[n++] = d1().c; out[n++] = d2(1).c; out[n++] = d3(1).c; out[n++] = e(1).c;
    out[n++] = i(1).c; out[n++] = c1().c; out[n++] = tt(a).c; out[n++] = tt(A(1)).c;
    out[n++] = u1().c; out[n++] = u2(t).c; out[n++] = u3(T{1}).c; out[n++] = u4(t).c; out[n++] = w().c;
    Q qq(2);
    out[n++] = pass<Q>(qq).v; out[n++] = rr().m.v; out[n++] = pass<A>(a).c;
}

// [basic.lookup.argdep] parentheses around the function's name end lookup by arguments, and inline namespaces take part in it
// wrong: inline-is-ordinary
namespace N { struct A { int v; }; __device__ int f(A) { return 3; } template <class T> __device__ int g(T) { return 4; } }
__device__ int f(...) { return 1; }
template <class T> __device__ int g(const T &) { return 2; }
namespace M { inline namespace v1 { struct A { int v; }; inline namespace deep { struct B {}; } } __device__ int h(A) { return 5; } __device__ int h(B) { return 6; } __device__ A operator+(A x, A y) { return A{x.v + y.v}; } }
template <class T> __device__ int h(const T &) { return 1; }
namespace O { struct A {}; inline namespace v { __device__ int k1(A) { return 7; } } namespace w { __device__ int k1(...) { return 8; } } }
namespace P { namespace { struct A {}; } __device__ int q(A) { return 9; } struct B {}; namespace { __device__ int q(B) { return 10; } } }
template <class T> __device__ int q(const T &) { return 11; }
struct F { int v; __device__ int operator()(N::A a) { return v + a.v; } };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    N::A a{40};
    out[n++] = (f)(a); out[n++] = f(a); out[n++] = ((f))(a); out[n++] = N::f(a); out[n++] = (N::f)(a);
    out[n++] = (g)(a); out[n++] = (g<N::A>)(a); out[n++] = (g<>)(a);
    M::A m{20};
    M::B b;
    out[n++] = h(m); out[n++] = h(b); out[n++] = (m + m).v;
    O::A o;
    out[n++] = k1(o);
    P::A p;
    P::B pb;
    out[n++] = q(p); out[n++] = q(pb);
    F x{2};
    out[n++] = (x)(a); { int f = 5; out[n++] = (f) + 1; }
    static const int sv = 4;
    decltype(auto) d = sv; out[n++] = d;
    { auto (f2) = f(a); out[n++] = f2; }
}

// [basic.lookup.argdep] 2, 4, [namespace.qual] 2 which namespaces arguments bring, with their using declarations; how far a qualified name is looked for
// wrong: bases-bring-arguments; no-used-by-arguments; directives-reach-through
template<class T> struct W { T t; };
namespace N { struct A {}; struct Outer { struct In {}; }; }
struct H : W<N::A> {};
struct H2 : H {};
__device__ int g(...) { return 2; }
namespace N { __device__ int g(H) { return 4; } __device__ int g(W<A>) { return 5; } __device__ int g(Outer::In) { return 6; } }
namespace B1 { struct Base {}; __device__ int h(const Base &) { return 7; } }
namespace B2 { struct Derived : B1::Base {}; }
struct Inner : N::Outer::In {};
namespace U { struct A {}; }
namespace M { __device__ int f(U::A) { return 20; } __device__ int operator+(U::A, int) { return 21; } template<class T> __device__ int t(T, int) { return 22; } }
namespace U { using M::f; using M::operator+; using M::t; namespace Dir { __device__ int d(A) { return 23; } } using namespace Dir; }
template<class T> __device__ int f(const T &) { return 6; }
template<class T> __device__ int operator+(const T &, int) { return 60; }
template<class T> __device__ int t(const T &, long) { return 61; }
__device__ int d(...) { return 62; }
namespace Q1 { __device__ int q(double) { return 11; } __device__ int deep(int) { return 12; } static const int v = 13; }
namespace Q2 { using namespace Q1; __device__ int q(...) { return 5; } static const int v = 14; }
using namespace Q2;
namespace Q3 { using namespace Q2; }
namespace Q4 { using namespace Q3; namespace Q5 { using namespace Q4; } using namespace Q5; }
extern "C" __global__ void k(long long *out) { int n = 0; H h0; H2 h1; W<N::A> w; N::Outer::In i; Inner j; B2::Derived b; U::A a;
  out[n++] = g(h0); out[n++] = g(h1); out[n++] = g(w); out[n++] = g(i); out[n++] = g(j); out[n++] = g(&h0); out[n++] = h(b);
  out[n++] = f(a); out[n++] = a + 1; out[n++] = t(a, 1); out[n++] = d(a);
  out[n++] = ::q(1); out[n++] = Q3::q(1); out[n++] = Q2::q(1); out[n++] = Q4::q(1.5); out[n++] = Q4::deep(1); out[n++] = ::deep(1); out[n++] = Q3::v; out[n++] = Q4::v; }

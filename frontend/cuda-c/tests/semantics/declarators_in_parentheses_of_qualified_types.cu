// [dcl.meaning] a qualified name before a parenthesis is a type, and the declared name stands within: A::T (x)
// wrong: qualified-names-are-declared
struct A { typedef short T; struct I { char c[3]; }; int v; __device__ A(int); __device__ A(); };
namespace n { typedef char T; struct C { long l; }; }
template <class T> struct P { typedef T type; };
__device__ A::T (x) = 5;
__device__ A::I (*y)[2];
__device__ n::T (&z(int a))[2];
__device__ n::C ((f))(int a) { n::C c = {a}; return c; }
__device__ P<int>::type (g)(n::T (a)) { return a + 1; }
__device__ A::A(int (a)) : v(a) {}
__device__ A::A() : v(8) {}
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    A a(3), b;
    out[n++] = x; out[n++] = sizeof(x); out[n++] = sizeof(*y); out[n++] = sizeof(z(1));
    out[n++] = f(4).l; out[n++] = g(6); out[n++] = a.v + b.v;
}

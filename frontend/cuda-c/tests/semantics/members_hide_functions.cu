// [basic.lookup.unqual] 8: a data member hides a function of its name that is called: of the class, of a base, of a class around, in templates, initialisers and members defined outside
// wrong: members-hide-no-functions
__device__ int f(int x) { return x + 1; }
__device__ int g(int x) { return x + 2; }
struct Fn { int by; __device__ int operator()(int x) const { return x * by; } };
struct C { Fn f; __device__ int r(int x) { return f(x); } __device__ int s(int x); __device__ auto t(int x) -> decltype(f(x)) { return f(x) + 1; } };
__device__ int C::s(int x) { return f(x) * 2; }
struct B : C { __device__ int u(int x) { return f(x) + 3; } };
struct V { Fn f; int v; __device__ V(int x) : f{x}, v(f(x)) {} };
struct M { Fn f = {7}; int v = f(3); struct In { __device__ int f(int x) { return x; } __device__ int w(int x) { return f(x); } }; };
template <class F> struct Cp { F f; __device__ int operator()(int x) const { return f(x); } };
namespace n { struct D { Fn g; __device__ int r(int x) { return g(x) + ::g(x); } }; }
struct O { Fn f; __device__ int f2(int x) { Fn f = {1000}; return f(x); } __device__ int m(int x) { return (f)(x) + this->f(x) + ::f(x); } };
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    C c = {{100}}; out[i++] = c.r(5); out[i++] = c.s(5); out[i++] = c.t(5);
    B b; b.f.by = 10; out[i++] = b.u(5); out[i++] = V(6).v; out[i++] = M().v; out[i++] = M::In().w(4);
    Cp<Fn> p = {{50}}; out[i++] = p(2);
    n::D d = {{9}}; out[i++] = d.r(3);
    O o = {{20}}; out[i++] = o.f2(2); out[i++] = o.m(2);
}

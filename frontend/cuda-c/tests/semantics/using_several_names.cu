// [namespace.udecl] a using declaration may name several things, of classes and namespaces
// wrong: using-declarations-name-one
namespace n {
__device__ int f(long) { return 1; }
struct S { int a; };
namespace m {
__device__ int g(long) { return 2; }
struct T;
}
}
using n::f, n::m::g, n::m::T, n::S;
struct n::m::T { int t = 40; };
__device__ int x(int) { return 3; }
struct A {
    int v = 4;
    typedef short t;
    __device__ int f(int) const { return 5; }
    __device__ int operator+(int n) const { return 6 + n; }
};
template <class X> struct B {
    int w = 7;
    __device__ int h(X) const { return 8; }
};
struct C : private A, private B<int> {
    using A::f, A::v, B<int>::h;
    using typename A::t, B<int>::w, A::operator+;
    __device__ int f(char) const { return 9; }
    __device__ int g() const { return sizeof(t); }
};
template <class X> struct D : A, X {
    using A::f, X::h, X::w;
    __device__ int g() { return f(1) + h(2) + w; }
};
extern "C" __global__ void k(long long *o) {
    C c;
    o[0] = c.f(1) * 100 + c.f('a');
    o[1] = c.v + c.w + c.h(3) + (c + 4);
    o[2] = c.g() + sizeof(C::t);
    o[3] = f(1) + g(2) + T().t;
    D<B<long>> d;
    o[4] = d.g();
    {
        int f = 1, x = 2, S = 3;
        o[5] = f + x + S;
        {
            using n::f, ::x, n::S;
            S s = {30};
            o[6] = f(1) + x(1) + s.a;
        }
    }
}

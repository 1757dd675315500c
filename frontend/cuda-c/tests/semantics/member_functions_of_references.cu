// [over.match.funcs] a member function with & or && behind its parameters takes objects as a reference of that kind does
// wrong: objects-take-any; qualified-objects-rank-alike
template <class T> __device__ T &&mv(T &x) { return static_cast<T &&>(x); }
struct A {
    int v;
    __device__ int f() & { return 1; }
    __device__ int f() && { return 2; }
    __device__ int f() const & { return 3; }
    __device__ int f() const && { return 4; }
    __device__ int g() const & { return 5; }
    __device__ int g() && { return 6; }
    __device__ int h() const & { return 7; }
    __device__ int i() &;
    __device__ int i() &&;
    template <class U> __device__ int t(U) & { return 10 + sizeof(U); }
    template <class U> __device__ int t(U) && { return 20 + sizeof(U); }
    __device__ int own() { return f() + g() * 10 + mv(*this).f() * 100; }
    __device__ operator int() const & { return 11; }
    __device__ operator int() && { return 12; }
    __device__ operator int *() & { return &v; }
    __device__ int operator+(int) & { return 13; }
    __device__ int operator+(int) && { return 14; }
    __device__ int operator()(int) const & { return 15; }
    __device__ int operator()(int) && { return 16; }
    __device__ int operator[](int) & { return 17; }
    __device__ int operator[](int) && { return 18; }
};
__device__ int A::i() && { return 9; }
__device__ int A::i() & { return 8; }
struct B : A { using A::f; __device__ int f(int) { return 30; } };
struct C {
    int v;
    __device__ C &operator=(const C &c) & { v = c.v + 1; return *this; }
    __device__ C &operator=(C &&c) & { v = c.v + 2; return *this; }
};
struct D { C c; };
template <class T> struct has {
    template <class U> __device__ static auto t(int) -> decltype(U() = U(), 1) { return 1; }
    template <class U> __device__ static int t(long) { return 2; }
};
extern "C" __global__ void k(long long *o) {
    A a = {1};
    const A c = {2};
    B b;
    o[0] = a.f() * 1000 + mv(a).f() * 100 + c.f() * 10 + mv(c).f();
    o[1] = A().f() + (&a)->f() * 10;
    o[2] = a.g() * 100 + mv(a).g() * 10 + mv(c).g();
    o[3] = a.h() * 100 + A().h() * 10 + c.h();
    o[4] = a.i() * 10 + mv(a).i();
    o[5] = a.t('c') * 100 + A().t(1.0);
    o[6] = a.own();
    int x = a, y = mv(a), z = c, w = A();
    o[7] = x * 1000000 + y * 10000 + z * 100 + w;
    int *p = a;
    o[8] = *p;
    o[9] = (a + 1) * 100 + (A() + 1);
    o[10] = a(1) * 10000 + A()(1) * 100 + c(1);
    o[11] = a[1] * 100 + mv(a)[1];
    o[12] = b.f() * 1000 + B().f() * 100 + b.f(1);
    C d = {1}, e = {10};
    d = e;
    o[13] = d.v;
    d = C{20};
    o[14] = d.v;
    D q = {{3}}, r;
    r = q;
    o[15] = r.c.v;
    o[16] = has<C>::t<C>(0) * 10 + has<A>::t<int>(0);
    o[17] = a.operator int() * 100 + A().operator int();
}

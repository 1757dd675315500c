// [expr.prim.id.qual] decltype(e) names a class before `::`: its member types, constants and functions, those of templates' instances too
// wrong: decltype-names-one-member
template <class T> struct A { typedef T type; typedef A<T *> up; static constexpr int v = sizeof(T); __device__ static int f(int x) { return x + v; } template <class U> using both = A<U>; };
struct B : A<short> { enum { e = 9 }; };
template <class X> __device__ int g(X x) { typename decltype(x)::type t = 3; typename decltype(x)::up::type p = &t; return *p + decltype(x)::v; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    A<char> a; B b; const A<int> c{};
    decltype(a)::type t = 300; out[n++] = t; out[n++] = sizeof(t);
    using S = decltype(b)::type; out[n++] = sizeof(S);
    out[n++] = decltype(a)::v; out[n++] = decltype(b)::f(5); out[n++] = decltype(b)::e;
    out[n++] = decltype(c)::v; out[n++] = decltype(a)::type(513);
    out[n++] = g(A<long long>()); out[n++] = sizeof(decltype(a)::type); out[n++] = 1 + decltype(b)::v * 2;
    using D [[maybe_unused]] = long long; out[n++] = sizeof(D);
}

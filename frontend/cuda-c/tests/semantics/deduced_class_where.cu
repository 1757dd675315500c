// [dcl.type.class.deduct] 1, 2: a class template's name without arguments stands for the type of a variable, of the block, shared, static or of a namespace, of a static member, in conditions and loops, of new and of values; its own name in its class is the class
// wrong: own-names-are-deduced
namespace n {
template <class T> struct S {
    T a;
    __host__ __device__ constexpr S(T x) : a(x) {}
    __host__ __device__ constexpr S(T x, T y) : a(x + y) {}
    __device__ explicit operator bool() const { return a > 2; }
    __device__ S twice() const { S s(a + a); return s; }
    __device__ auto other() const { return n::S('c'); }
};
template <class T> S(T *) -> S<T *>;
inline namespace i { template <class T> struct Q { T a; __device__ Q(T x) : a(x) {} }; }
}
using n::S;
namespace m = n;
template <class A, class B> struct same { static constexpr int v = 0; };
template <class A> struct same<A, A> { static constexpr int v = 1; };
__device__ S g(3);
__constant__ S h = 4;
__device__ constexpr S c{5};
struct Holder { static constexpr S s = S(6); };
template <class T = short> struct Z { T a; };
template <class T> struct Outer {
    template <class U> struct In { U a; __device__ In(U x) : a(x) {} };
    template <class W> In(W *) -> In<W *>;
};
template <template <class> class C> __device__ int of()
{
    C a(1);
    auto b = C{2};
    return a.a + b.a + C(3).a;
}
template <class T> __device__ auto in(T x)
{
    S s(x, x);
    typename Outer<T>::In i(s);
    return i;
}
template <class F> struct Guard { F f; __device__ Guard(F x) : f(x) {} __device__ ~Guard() { f(); } };
extern "C" __global__ void k(long long *out)
{
    int n = 0, x[3] = {1, 2, 3};
    S a(1), b(2);
    m::S d{3};
    ::n::S e = 4;
    n::Q f(5);
    const S w(6);
    static constexpr S s(7);
    static S t = 8;
    out[n++] = a.a + b.a * 10 + d.a * 100 + e.a * 1000 + f.a * 10000 + w.a * 100000 + s.a * 1000000 + t.a * 10000000LL;
    out[n++] = same<decltype(w), const S<int>>::v;
    out[n++] = g.a + h.a * 10 + c.a * 100 + Holder::s.a * 1000;
    __shared__ Z z;
    z.a = 9;
    out[n++] = z.a + sizeof(z) * 10;
    int r = 0;
    if (S v(3); v) r += 1;
    if (S v = 3) r += 10;
    if (S v{2}) r += 100;
    while (S v = r < 1000 ? 3 : 0) r += 1000;
    switch (S v(4); v.a) { case 4: r += 20000; }
    for (S v(0); v.a < 3; v.a++) r += 100000;
    for (S v : x) r += v.a * 1000000;
    out[n++] = r;
    out[n++] = S(1).a + S{2}.a * 10 + S(1, 2).a * 100 + sizeof(S('a')) * 1000 + sizeof(decltype(S{1.0})) * 10000;
    out[n++] = a.twice().a + a.other().a * 10 + same<decltype(a.other()), S<char>>::v * 10000;
    out[n++] = sizeof(S('a').twice()) + S('a').twice().a * 10;
    out[n++] = of<S>() + in(5).a.a * 10;
    Outer<int>::In o(x);
    auto p = Outer<char>::In('a');
    out[n++] = o.a[1] + p.a * 10;
    { Guard u([&] { out[n] += 3; }); Guard v{[&] { out[n] = 4; }}; }
    n++;
    auto l = [](auto y) { S q(y); S q2{q}; return q2; };
    out[n++] = l(3).a + sizeof(l('a')) * 10;
}

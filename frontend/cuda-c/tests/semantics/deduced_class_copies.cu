// [over.match.class.deduct] 1.2, 3, 4, [over.match.best] 1.8: an object of the class, or of one derived from it, is copied; a guide is preferred to that, and that to constructors; explicit constructors say nothing of copies
// wrong: copies-deduce-like-others; no-copies-are-deduced
template <class A, class B> struct same { static constexpr int v = 0; };
template <class A> struct same<A, A> { static constexpr int v = 1; };
template <class T> struct S {
    T a;
    int by;
    __device__ S(T x) : a(x), by(1) {}
    template <class U> __device__ S(S<U> o) : a(), by(2) {}
};
template <class T> struct P {
    T *a;
    __device__ P(T *x) : a(x) {}
};
struct D : P<char> { __device__ D(char *x) : P<char>(x) {} };
template <class T> struct E {
    T a;
    __device__ explicit E(T x) : a(x) {}
    __device__ E(T x, int) : a(x + 1) {}
};
template <class T> struct G { int a; };
template <class T> G(G<T>) -> G<T *>;
template <class T> struct Any { int by; __device__ Any() : by(0) {} template <class U> __device__ Any(U) : by(1) {} };
template <class T> Any(T) -> Any<T>;
template <class T> struct Same { int by; __device__ Same(int b) : by(b) {} template <class U> __device__ Same(Same<U>, int = 0) : by(7) {} };
template <class T> Same(T, int) -> Same<T>;
template <class T = char> struct Other { int by; __device__ Other(int b) : by(b) {} template <class U> __device__ Other(Other<U>) : by(8) {} };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    S s(1);
    S t(s);
    S u{s};
    S v = s;
    auto w = S(S(S(2)));
    auto x = S{S{S{3}}};
    S y = {s};
    out[n++] = same<decltype(t), S<int>>::v + same<decltype(u), S<int>>::v * 2 + same<decltype(v), S<int>>::v * 4 + same<decltype(w), S<int>>::v * 8 + same<decltype(x), S<int>>::v * 16 + same<decltype(y), S<int>>::v * 32;
    out[n++] = t.by * 100 + u.by * 10 + x.a + w.a;
    char c = 'c';
    D d(&c);
    P p(d);
    P q = d;
    P r{d};
    out[n++] = same<decltype(p), P<char>>::v + same<decltype(q), P<char>>::v * 2 + same<decltype(r), P<char>>::v * 4 + (*p.a == 'c') * 8;
    E e(5);
    E f{6};
    E g = E(7, 1);
    E h = {8, 1};
    out[n++] = e.a * 1000 + f.a * 100 + g.a * 10 + h.a;
    G<int> g1{1};
    G<int **> g2 = {2};
    out[n++] = same<decltype(g2), G<int **>>::v + g1.a * 10;
    Any<int> a1;
    Any a2(a1);
    Any a3{a1};
    out[n++] = same<decltype(a2), Any<int>>::v + same<decltype(a3), Any<int>>::v * 2;
    Other<int> o1(3);
    Other o2(o1);
    out[n++] = same<decltype(o2), Other<int>>::v * 10 + o2.by;
    Same<char> b1(3);
    Same b2(b1);
    out[n++] = same<decltype(b2), Same<char>>::v * 10 + b2.by;
}

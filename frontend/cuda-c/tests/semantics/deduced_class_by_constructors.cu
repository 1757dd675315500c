// [over.match.class.deduct] 1: each constructor says arguments of its class template: by value, by reference, of arrays, packs and defaults, by templates of constructors; a member typedef says what it stands for, `T &&` of the class's T forwards nothing
// wrong: class-parameters-forward; typedefs-are-not-deduced; templates-deduce-alike
template <class A, class B> struct same { static constexpr int v = 0; };
template <class A> struct same<A, A> { static constexpr int v = 1; };
template <class T> struct S {
    T a;
    int by;
    __device__ S(T x) : a(x), by(1) {}
    __device__ S(T x, T y) : a(x + y), by(2) {}
    template <class U> __device__ S(T x, U *y) : a(x + *y), by(3) {}
    __device__ S(const S &o, int k) : a(o.a + k), by(4) {}
};
template <class T, int N> struct Array {
    T v[N];
    __device__ Array(const T (&x)[N]) { for (int i = 0; i < N; i++) v[i] = x[i]; }
};
template <class T> struct Typedefs {
    using V = T;
    typedef const V *P;
    T a;
    __device__ Typedefs(P x, V y) : a(*x + y) {}
};
template <class T> struct Only {
    int by;
    __device__ Only(T &&) : by(1) {}
    __device__ Only(const T &) : by(2) {}
};
template <class... T> struct Many { int n; __device__ Many(T...) : n(sizeof...(T)) {} };
template <class T = short, int N = 7> struct Defaults { T a; __device__ Defaults() : a(N) {} };
template <class T, int N = sizeof(T)> struct Sized { int n; __device__ Sized(T) : n(N) {} };
template <class T, class A = char> struct Two {
    int by;
    __device__ Two(T) : by(1) {}
    template <class U> __device__ Two(U) : by(2) {}
    __device__ Two(T, A) : by(3) {}
    template <class U> __device__ Two(U, ...) : by(4) {}
};
template <class T = int, class A = char> struct Tie { __device__ Tie(A) {} template <class U> __device__ Tie(U) {} };
template <class T> struct Plain;
template <class T> struct Plain { struct Inner { T x; }; enum E { A, B = 5 }; T a; __device__ Plain(T x, E e = B) : a(x + e) {} __device__ Plain(T x, Inner i) : a(x * i.x) {} };
extern "C" __global__ void k(long long *out)
{
    int n = 0, i = 3;
    double d = 1.5;
    S s(1);
    S t('a', 'b');
    S u(d, &i);
    S v(u, 2);
    out[n++] = same<decltype(s), S<int>>::v + same<decltype(t), S<char>>::v * 2 + same<decltype(u), S<double>>::v * 4 + same<decltype(v), S<double>>::v * 8;
    out[n++] = s.by * 1000 + t.by * 100 + u.by * 10 + v.by;
    out[n++] = (long long)(v.a * 2);
    int x[3] = {4, 5, 6};
    Array a(x);
    Array b = {{7, 8}};
    out[n++] = sizeof(a) * 100 + sizeof(b) * 10 + a.v[2] + b.v[1];
    Typedefs p(&i, 4);
    out[n++] = p.a + same<decltype(p), Typedefs<int>>::v * 100;
    Only o(i), q(5);
    const int c = 2;
    Only r(c);
    out[n++] = o.by * 100 + q.by * 10 + r.by + same<decltype(o), Only<int>>::v * 1000 + same<decltype(r), Only<int>>::v * 2000;
    Many m(1, 'a', 2.0);
    Many e, e2;
    Many f{m};
    out[n++] = e.n + e2.n + same<decltype(e), Many<>>::v * 10;
    out[n++] = m.n * 100 + f.n;
    Defaults g;
    Defaults h{};
    out[n++] = g.a + h.a + sizeof(g) * 100;
    Sized z(1.0), y(2.0);
    out[n++] = z.n * 10 + y.n;
    Two w(1), w2(2);
    Two w3(1, 'x');
    out[n++] = w.by * 100 + w2.by * 10 + w3.by;
    Tie t2(2.5);
    out[n++] = same<decltype(t2), Tie<int, double>>::v;
    Plain j(4), l(4, Plain<int>::A);
    Plain o2(4, {6});
    out[n++] = j.a * 10000 + l.a * 100 + o2.a;
    S str("abc");
    S arr(x);
    out[n++] = same<decltype(str), S<const char *>>::v + same<decltype(arr), S<int *>>::v * 2;
    out[n++] = str.a[1] + arr.a[2];
}

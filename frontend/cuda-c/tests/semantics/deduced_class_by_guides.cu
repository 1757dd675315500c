// [temp.deduct.guide] 1 to 3: deduction guides say arguments where constructors do not, or better: for aggregates, of packs, with defaults and conversions, without a template's head, explicit or not; one that makes no sense is none
// wrong: guides-are-ignored; guides-rank-as-constructors; explicit-guides-convert
template <class A, class B> struct same { static constexpr int v = 0; };
template <class A> struct same<A, A> { static constexpr int v = 1; };
template <bool B, class T> struct when {};
template <class T> struct when<true, T> { using type = T; };
template <class T, int N> struct Array { T v[N]; };
template <class T, class... U> Array(T, U...) -> Array<T, 1 + sizeof...(U)>;
template <class... F> struct All : F... { using F::operator()...; };
template <class... F> All(F...) -> All<F...>;
template <class T> struct S {
    T a;
    __device__ S(T x) : a(x) {}
    __device__ S(T x, T y) : a(x + y) {}
};
S(int) -> S<float>;
S(double, double) -> S<double>;
explicit S(char) -> S<long long>;
template <class T> S(T *) -> S<T **>;
template <class T, class = typename when<(sizeof(T) > 4), int>::type> S(T, int) -> S<T>;
template <class T> struct Pick { int by; __device__ Pick(T) : by(1) {} template <class U> __device__ Pick(U, int) : by(2) {} };
template <class T> Pick(S<T>) -> Pick<S<T>>;
template <class T> Pick(T, int = 0) -> Pick<T>;
template <class T> struct Tie { int by; __device__ Tie(T) : by(1) {} __device__ Tie(...) : by(2) {} };
template <class T> Tie(T) -> Tie<T *>;
struct Iterator { using value_type = short; int n; };
template <class T> struct Vector { int n; template <class I> __device__ Vector(I a, I b) : n(b.n - a.n) {} };
template <class I> Vector(I, I) -> Vector<typename I::value_type>;
template <class T = char> struct Later;
template <class T> Later(T, T = T()) -> Later<T>;
template <class T> struct Later { T a, b; };
extern "C" __global__ void k(long long *out)
{
    int n = 0, i = 3;
    Array a{1, 2, 3};
    out[n++] = sizeof(a) * 10 + a.v[2];
    All f{[](int x) { return x + 1; }, [](const char *s) { return (int)s[0]; }};
    out[n++] = f(4) * 1000 + f("b");
    S s(1);
    S t(1, 2.5);
    S u('a');
    S v = 'a';
    S w(2u);
    out[n++] = same<decltype(s), S<float>>::v + same<decltype(t), S<double>>::v * 2 + same<decltype(u), S<long long>>::v * 4 + same<decltype(v), S<char>>::v * 8 + same<decltype(w), S<unsigned>>::v * 16;
    int *ip = &i, **ipp = &ip;
    S x = S<int **>(ipp);
    S y2(2LL, 3);
    out[n++] = same<decltype(x), S<int **>>::v + same<decltype(y2), S<long long>>::v * 2 + y2.a * 10;
    out[n++] = (long long)(t.a * 2) + sizeof(u);
    Pick p{S<int *>(ip)};
    Pick q('a', 2);
    out[n++] = same<decltype(q), Pick<char>>::v * 10 + q.by;
    out[n++] = p.by + same<decltype(p), Pick<S<int *>>>::v * 10;
    Vector y(Iterator{3}, Iterator{9});
    out[n++] = y.n + same<decltype(y), Vector<short>>::v * 10;
    Tie e(1);
    out[n++] = same<decltype(e), Tie<int *>>::v * 10 + e.by;
    Later l{3.5};
    Later m{1, 2};
    Later d{};
    out[n++] = same<decltype(l), Later<double>>::v + same<decltype(m), Later<int>>::v * 2 + sizeof(d) * 10;
    out[n++] = (long long)(l.a * 2) + m.b;
}

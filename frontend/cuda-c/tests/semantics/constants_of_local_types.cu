// [expr.const] a constant may call functions with classes and enumerations of their own, as often as it wants, as the device does
// wrong: bodies-forget-types
__device__ constexpr int f(int x)
{
    struct L { int v; __device__ constexpr int g() const { return v * 2; } };
    L l{x};
    return l.g();
}
__device__ constexpr int g(int x)
{
    enum { A = 3, B = A * 2 };
    enum class C : char { d = 4 };
    typedef int I;
    I i = x + A;
    {
        enum { A = 100 };
        i += A;
    }
    return i + B + (int)C::d;
}
template <class T> __device__ constexpr T h(T x)
{
    struct P { T a, b; } p{x, 2}, q = p;
    struct Q { P p; enum E { e = 5 }; __device__ constexpr T sum() const { return p.a + p.b + e; } };
    return Q{q}.sum();
}
constexpr int a = f(4), b = f(5), c = g(1), d = g(2);
constexpr long e = h(10l);
__device__ int x[f(3)];
template <int N> struct V { static constexpr int v = N; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = a; out[n++] = b; out[n++] = c; out[n++] = d; out[n++] = e;
    out[n++] = sizeof x; out[n++] = V<g(3)>::v; out[n++] = V<h(7)>::v;
    int t = (int)out[100];
    out[n++] = f(t + 1); out[n++] = g(t + 1); out[n++] = h(t + 1);
    static_assert(f(6) == 12 && g(0) == 113 && h(1) == 8, "");
}

// [expr.call] 4, [dcl.fct] 5: functions that are given to functions: by pointer and reference, on to others, to members, constructors and operators, in default arguments, beside other arguments, in loops and recursive templates; each call has its own
// wrong: copies-take-the-first-function
typedef int (*op)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int sub(int a, int b) { return a - b; }
__device__ int mul(int a, int b) { return a * b; }
__device__ int neg(int a) { return -a; }
__device__ int two(int a) { return 2 * a; }
__device__ int apply(op f, int a, int b) { return f(a, b); }
__device__ int behind(int a, op f, int b) { return f(a, b) + 1; }
__device__ int both(int a, op f, int b, op g) { return apply(f, a, b) * 100 + apply(g, a, b); }
__device__ int through(int (&f)(int, int), int n) { return n > 3 ? behind(n, f, 1) : apply(f, n, 2); }
__device__ int maybe(op f, int a) { return f ? apply(f, a, a) : -a; }
__device__ int written(int f(int), int a) { return f(f(a)); }
__device__ int preset(int a, op f = mul) { return f(a, a); }
__device__ int fold(const int *p, int n, op f, int s) { for (int i = 0; i < n; i++) s = f(s, p[i]); return s; }
__device__ bool is_add(op f) { return f == add; }
template <int N> __device__ int power(int (*f)(int), int x) { if constexpr (N > 0) return power<N - 1>(f, f(x)); else return x; }
template <class T> __device__ T each(T (*f)(T), T x) { T (*g)(T) = f; return g(x) + 1; }
constexpr __device__ int twice(int (*f)(int), int x) { return f(f(x)); }
constexpr __device__ int inc(int x) { return x + 1; }
struct Count {
    int n;
    __device__ Count(op f, int a) : n(f(a, 3)) {}
    __device__ Count(int (*f)(int)) : n(f(6)) {}
    __device__ int then(op f, int b) const { return f(n, b); }
    __device__ int operator()(op f) const { return f(n, n); }
    static __device__ int once(op f) { return f(1, 2); }
    template <class F> __device__ int any(F f) const { return f(n, 1); }
};
struct Mapped { int v; __device__ friend int operator%(Mapped m, int (*f)(int)) { return f(m.v); } };
extern "C" __global__ void k(long long *out)
{
    int i = 0; int list[4] = {1, 2, 3, 4};
    out[i++] = apply(add, 3, 4); out[i++] = apply(sub, 3, 4); out[i++] = apply(&mul, 3, 4);
    out[i++] = behind(5, sub, 2); out[i++] = both(7, add, 3, sub); out[i++] = both(7, sub, 3, add);
    out[i++] = through(add, 2); out[i++] = through(mul, 5); out[i++] = maybe(add, 4); out[i++] = maybe(nullptr, 4); out[i++] = maybe(0, 5);
    out[i++] = written(neg, 6); out[i++] = written(two, 6); out[i++] = preset(4); out[i++] = preset(4, add);
    out[i++] = fold(list, 4, add, 0); out[i++] = fold(list, 4, mul, 1); out[i++] = fold(list, 3, sub, 10);
    out[i++] = is_add(add); out[i++] = is_add(sub);
    out[i++] = power<3>(two, 1); out[i++] = power<2>(neg, 5); out[i++] = each(two, 4); out[i++] = each(neg, 4);
    constexpr int known = twice(inc, 5); out[i++] = known;
    Count c(add, 4), d(sub, 4), e(two);
    out[i++] = c.n; out[i++] = d.n; out[i++] = e.n; out[i++] = c.then(mul, 2); out[i++] = c(sub); out[i++] = c(add); out[i++] = Count::once(sub); out[i++] = c.any(sub); out[i++] = c.any(mul);
    out[i++] = Mapped{8} % neg; out[i++] = Mapped{8} % two;
    for (int j = 0; j < 2; j++) { op f = add; out[i++] = apply(f, j, 1); }
    out[i++] = apply(add, apply(mul, 2, 3), apply(sub, 9, 4));
}

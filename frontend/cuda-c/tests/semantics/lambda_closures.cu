// [expr.prim.lambda.closure] 1 to 8: each lambda is a class of its own, in each instance of a template; one that captures nothing converts to a pointer to a function; its results are deduced; it is constexpr where it can be
// wrong: closures-convert-to-nothing; closures-of-instances-are-one; auto-parameters-of-lambdas-are-int
template <class A, class B> struct same { static const int value = 0; };
template <class A> struct same<A, A> { static const int value = 1; };
template <class T> __device__ auto size_of() { return [] { return sizeof(T); }; }
template <class T> __device__ auto adds(T x) { return [x](auto y) { return x + y; }; }
template <class F> __device__ int &cell(F) { static __shared__ int x; return x; }
template <class F> __device__ auto twice(F f) { return [f](auto... x) { return f(f(x...)); }; }
template <class F, class G> __device__ auto operator|(F f, G g) { return [=](auto x) { return g(f(x)); }; }
template <class F> struct holder { F f; int n; __device__ holder(F f, int n) : f(f), n(n) {} __device__ int run() const { int s = 0; for (int i = 0; i < n; i++) s += f(i); return s; } };
template <class F> __device__ holder<F> hold(F f, int n) { return holder<F>(f, n); }
template <class A, class B> struct both : A, B { __device__ both(A a, B b) : A(a), B(b) {} using A::operator(); using B::operator(); };
template <class A, class B> __device__ both<A, B> make(A a, B b) { return both<A, B>(a, b); }
template <class F, class T> __device__ auto can(F f, T t, int) -> decltype(f(t), 1) { return 1; }
template <class F, class T> __device__ int can(F, T, ...) { return 0; }
struct nothing {};
__device__ int call(int (*f)(int, int), int a, int b) { return f(a, b); }
__device__ int kind(int (*)(int)) { return 1; }
__device__ int kind(long) { return 2; }
__device__ int kind2(int (*)(int)) { return 3; }
template <class F> __device__ int kind2(F) { return 4; }
template <int N> struct number { static constexpr int value = N; };
template <int N, class F> __device__ void unrolled(F &&f) { if constexpr (N > 0) { unrolled<N - 1>(f); f(number<N - 1>()); } }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    auto a = [] { return 1; };
    auto b = [] { return 1; };
    auto c = a;
    out[i++] = same<decltype(a), decltype(b)>::value; out[i++] = same<decltype(a), decltype(c)>::value; out[i++] = sizeof(a);
    out[i++] = size_of<char>()(); out[i++] = size_of<double>()();
    out[i++] = same<decltype(size_of<int>()), decltype(size_of<int>())>::value;
    out[i++] = same<decltype(size_of<int>()), decltype(size_of<float>())>::value;
    cell(a) = 3; cell(b) = 4; cell(c) += 10;
    out[i++] = cell(a); out[i++] = cell(b);
    out[i++] = adds(1)(2); out[i++] = adds(1.5)(2) * 10; out[i++] = adds('a')(2.25) * 100;
    int (*p)(int) = [](int x) { return x + 1; };
    double (*q)(double) = [](auto x) { return x * 2; };
    out[i++] = p(4); out[i++] = q(1.25) * 100; out[i++] = call([](int x, int y) { return x - y; }, 5, 3);
    out[i++] = call([](auto x, auto y) { return x * y; }, 5, 3); out[i++] = (+[](int x) { return x * x; })(7);
    out[i++] = kind([](int x) { return x; }); out[i++] = kind2([](int x) { return x; }); out[i++] = kind2(+[](int x) { return x; });
    out[i++] = a ? 1 : 0;
    constexpr auto square = [](int x) { return x * x; };
    int array[square(3)];
    static_assert(square(4) == 16, "");
    out[i++] = sizeof(array);
    auto l = [](int x) { if (x > 0) return 1.5; return 2.5; };
    out[i++] = l(1) * 10; out[i++] = sizeof(l(1)); out[i++] = [](int x) -> char { return x; }(1000);
    int v = 3;
    auto r = [](int &x) -> int & { return x; };
    auto d = [](auto &&x) -> decltype(auto) { return static_cast<decltype(x)>(x); };
    r(v) = 9; d(v)++;
    out[i++] = v; out[i++] = d(4);
    auto count = [n = 10]() mutable { return n++; };
    out[i++] = count(); out[i++] = count();
    auto copied = count;
    out[i++] = copied(); out[i++] = count(); out[i++] = sizeof(count);
    out[i++] = twice([](int x) { return x * 3; })(2);
    out[i++] = ([](int x) { return x + 1; } | [](int x) { return x * 2; } | [](int x) { return (float)x / 4; })(4) * 100;
    out[i++] = [](int x) { return [x](int y) { return [x, y](int z) { return x * 100 + y * 10 + z; }; }; }(1)(2)(3);
    int m = 3;
    auto h = hold([=](int x) { return x * m; }, 4);
    out[i++] = h.run(); out[i++] = sizeof(h);
    auto visit = make([=](int x) { return x * m; }, [](float x) { return x / 2; });
    out[i++] = visit(5); out[i++] = visit(5.f) * 100;
    auto wants = [](auto x) -> decltype(x + 1) { return x + 1; };
    out[i++] = can(wants, 1, 0); out[i++] = can(wants, nothing(), 0); out[i++] = can(p, nothing(), 0);
    auto go = [](auto self, auto n) -> int { if constexpr (decltype(n)::value == 0) return 1; else return decltype(n)::value * self(self, number<decltype(n)::value - 1>()); };
    out[i++] = go(go, number<5>());
    int t[4];
    unrolled<4>([&](auto n) { t[n.value] = decltype(n)::value * 2; });
    out[i++] = t[3]; out[i++] = t[0];
    auto generic = [](int x, auto y, const auto &z, auto *w) { return sizeof(y) * 100 + sizeof(z) * 10 + sizeof(*w) + x; };
    out[i++] = generic(0, 'a', 1.0, &m); out[i++] = generic.operator()<double>(0, 'a', 1, "");
    decltype(count) list[2] = {count, count};
    list[1](); list[1]();
    out[i++] = list[0](); out[i++] = list[1]();
}

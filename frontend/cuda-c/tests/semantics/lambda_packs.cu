// [expr.prim.lambda.capture] 17, [temp.variadic] 5: packs are captured, by name and by default; a lambda that is expanded is a closure for each element
// wrong: closures-of-elements-are-one; expansions-repeat-the-first; inner-expansions-are-single
template <class... T> __device__ int sum(T... x) { return (x + ... + 0); }
template <class... F> __device__ int call(F... f) { int s = 0; ((s = s * 10 + f()), ...); return s; }
template <class... T> __device__ int by_default(T... x) { auto l = [=] { return (x + ... + 0); }; return l() * 10 + sizeof...(x); }
template <class... T> __device__ int by_reference(T... x) { auto l = [&] { ((x *= 2), ...); }; l(); return sum(x...); }
template <class... T> __device__ int named(T... x)
{
    auto l = [x...] { return sum(x...); };
    auto m = [&x...](int a) { ((x += a), ...); return sizeof...(x); };
    int a = l(), n = m(5);
    return a + 100 * n + 1000 * sum(x...) + 100000 * sizeof(l);
}
template <class... T> __device__ int own(int y, T... x) { auto l = [y, x...](int a) mutable { ((x += a), ...); y += sum(x...); return y; }; return l(1) * 1000 + l(2); }
template <class... T> __device__ int each(T... x) { return call([=] { return (int)sizeof(x) + x; }...); }
template <class... T> __device__ int each_type() { return call([] { return (int)sizeof(T); }...); }
template <int... N> __device__ int each_number(int k) { return call([k] { return N * k; }...); }
template <class... T> __device__ int each_changes(T... x) { int s = 1; ([&] { s = s * 10 + x; x = 0; }(), ...); return s + sum(x...); }
template <class... T> __device__ int inner(T... x) { return ([&] { return (int)sizeof...(T) * 100 + (int)sizeof...(x) * 10 + x; }() + ... + 0); }
template <class... T> __device__ int beside(T... x) { return (sum([](auto v) { return v; }(x), x...) + ... + 0); }
template <class... T> __device__ int nested(T... x)
{
    auto l = [=](auto... y) { return [=](int k) { return ((x * k) + ... + 0) + ((y + k) + ... + 0) + sizeof...(x) * 1000 + sizeof...(y) * 10000; }; };
    return l(7, 8)(2);
}
template <class... T> __device__ int hides(T... x) { return ([](auto... x) { return (x + ... + (int)sizeof...(x)); }(x, 1, x) + ... + 0); }
template <class... T> struct Z { template <class... U> static __device__ int f(U... u) { return ([](T t, U v) { return (int)(t * 10 + v); }(T(3), u) + ...); } };
template <class... T> struct C { int k; __device__ int f(T... x) { return [=] { return ((x * k) + ... + 0) + sizeof...(T); }(); } };
template <class F> __device__ int &cell(F) { static __shared__ int x; return x; }
template <int... N> __device__ int cells() { ((cell([] { return N; }) = N), ...); return sum(N...); }
template <class F, class... T> __device__ auto apply(F &&f, T &&...x) -> decltype(auto) { return f(static_cast<T &&>(x)...); }
template <class F, class... B> __device__ auto bind(F f, B... b) { return [=](auto... r) { return f(b..., r...); }; }
extern "C" __global__ void k(long long *out)
{
    int i = 0, a = 1; long long b = 0;
    out[i++] = by_default(); out[i++] = by_default(1, 2ll, (char)3); out[i++] = by_reference(); out[i++] = by_reference(1, 2ll, (char)3);
    out[i++] = named(); out[i++] = named(1); out[i++] = named(1, 2ll, (char)3);
    out[i++] = own(4); out[i++] = own(4, 1, 2ll, (char)3);
    out[i++] = each(1, 2ll, (char)3); out[i++] = each_type<int, char, double>(); out[i++] = each_number<1, 2, 3, 4>(2);
    out[i++] = each_changes(4, 5ll, (char)6); out[i++] = inner(1, 2, 3); out[i++] = beside(1, 2, 3);
    out[i++] = nested(); out[i++] = nested(1, 2); out[i++] = hides(1, 2, 3);
    out[i++] = Z<int, char>::f(1, 2ll); out[i++] = C<int, char>{3}.f(1, 2); out[i++] = cells<1, 2, 3>();
    auto l = [](auto... x) { return sum(x...); };
    auto m = [](int n, auto &&...x) { ((x = n++), ...); return sizeof...(x); };
    out[i++] = l(); out[i++] = l(1, 2.5f, 3ll); out[i++] = m(4, a, b); out[i++] = a; out[i++] = b;
    out[i++] = apply([](auto &&...x) { return ((x * 2) + ... + 0); }, a, 2, 3ll); apply([](auto &...x) { ((x += 5), ...); }, a, b);
    out[i++] = a; out[i++] = b;
    auto f = [](int x, int y, int z) { return x * 100 + y * 10 + z; };
    out[i++] = bind(f, 1, 2)(3); out[i++] = bind(f)(4, 5, 6); out[i++] = bind(bind(f, 1), 2)(3);
}

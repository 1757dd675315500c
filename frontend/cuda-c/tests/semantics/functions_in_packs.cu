// [temp.variadic] 2, [expr.call] 1: functions are elements of packs of parameters, beside others, and are expanded, folded and handed on as such
// wrong: copies-take-the-first-function
__device__ int inc(int x) { return x + 1; }
__device__ int twice(int x) { return x * 2; }
template <class... F> __device__ int all(int x, F... f) { return (f(x) + ... + 0); }
template <class... F> __device__ int digits(int x, F &&...f) { int s = 0; ((s = s * 10 + f(x)), ...); return s; }
template <class... F> __device__ int handed(int x, F &&...f) { return digits(x, f...) + all(x, f...); }
template <class F, class... Fs> __device__ int pipe(int x, F f, Fs... fs)
{
    x = f(x);
    if constexpr (sizeof...(fs) > 0)
        return pipe(x, fs...);
    else
        return x;
}
template <class... A> __device__ int call(int (*f)(int), A... a) { return (f(a) + ...); }
template <class... P> __device__ int pairs(P... p) { return (p(2) * ...); }
template <class... F> __device__ auto lambda(int x, F... f) { return [=](int y) { return (f(x + y) + ...); }(1); }
template <class... F> __device__ int first(F... f) { int r[] = {f(1)..., 5}; return r[0] * 10 + sizeof...(f); }
struct S { int k; template <class... F> __device__ int run(F... f) const { return ((f(k)) + ...); } };
extern "C" __global__ void k(long long *out)
{
    int i = 0, c = 3;
    auto l = [c](int x) { return x - c; };
    out[i++] = all(3, inc, twice); out[i++] = all(3, twice, twice); out[i++] = all(3);
    out[i++] = digits(2, inc, twice, l, inc); out[i++] = handed(2, inc, twice);
    out[i++] = pipe(1, inc, twice, inc); out[i++] = pipe(1, twice, inc);
    out[i++] = call(inc, 1, 2, 3); out[i++] = call(twice, 1, 2, 3);
    out[i++] = pairs(inc, l, twice); out[i++] = pairs(l, inc);
    out[i++] = lambda(1, inc, twice); out[i++] = lambda(1, twice, twice);
    out[i++] = first(twice, inc, l); out[i++] = first(l, inc);
    out[i++] = S{4}.run(inc, twice, &inc);
}

// [over.match.list] a constructor that takes what stands in `= { }` comes before a conversion function, be that the better one for a copy
// wrong: lists-convert-first
// device-only
struct S;
struct T { int a; __device__ T(int n, char) : a(n) {} __device__ T(const S &) : a(5) {} };
struct S { __device__ operator T() { return T(1, 0); } };
struct V { __device__ operator T() { return T(2, 0); } };
__device__ int f(T t) { return t.a; }
__device__ int g(const T &t) { return t.a; }
__device__ T h(S &s) { return {s}; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    S s; V v;
    T a = {s}, b = s, c = {v}; out[n++] = a.a; out[n++] = b.a; out[n++] = c.a;
    out[n++] = f({s}); out[n++] = f(s); out[n++] = f({v}); out[n++] = g({s}); out[n++] = g(s); out[n++] = h(s).a;
    T &&r = {s}; out[n++] = r.a;
}

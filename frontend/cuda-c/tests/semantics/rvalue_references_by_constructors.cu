// [over.match.ref] for an rvalue reference to a class constructors stand beside the conversion functions, of which those to const values do not count
// wrong: rvalues-come-first; values-lose-const
struct S; struct R; struct V;
struct T { int a; __device__ T(int n, char) : a(n) {} __device__ T(S &) : a(5) {} __device__ T(R &&) : a(6) {} __device__ T(const T &o) : a(o.a + 100) {} __device__ T(T &&o) : a(o.a + 200) {} };
struct S { __device__ operator T() const { return T(1, 0); } };
struct R { __device__ operator T() const { return T(2, 0); } };
struct V { __device__ operator T() const { return T(3, 0); } };
struct W : V { __device__ operator const T() { return T(4, 0); } };
__device__ int f(T &&t) { return t.a; }
__device__ int g(const T &t) { return t.a; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    S s; const S cs{}; R r; V v; W w;
    T &&a = s; out[n++] = a.a; out[n++] = f(s); out[n++] = g(s);
    T &&b = cs; out[n++] = b.a; out[n++] = f(cs); out[n++] = f(S());
    T &&c = r; out[n++] = c.a; out[n++] = f(r); out[n++] = f(static_cast<R &&>(r)); out[n++] = static_cast<T &&>(R()).a;
    out[n++] = f(v); out[n++] = f(w);
    T &&d = w; out[n++] = d.a;
}

// [dcl.init.ref] 5.4.1 what a reference is bound to is made by the conversion that was found for it, which no function to an lvalue is where the reference is to an rvalue
// wrong: references-convert-as-values
struct S;
struct T { int a; __device__ T(int n) : a(n) {} __device__ T(const S &); __device__ T(const T &o) : a(o.a + 10) {} };
struct S { T t; __device__ operator T &() { return t; } };
__device__ T::T(const S &s) : a(s.t.a + 5) {}
struct N { int v; __device__ operator int &() { return v; } __device__ operator char() const { return 1; } };
struct M : N { __device__ operator const float &() const { return f; } float f; };
__device__ int g(const T &t) { return t.a; }
__device__ S make() { return S{T(40)}; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    S s{T(100)};
    N v{7};
    T &&a = s; out[n++] = a.a;
    T &&b = static_cast<S &&>(s); out[n++] = b.a;
    T &&c = make(); out[n++] = c.a;
    out[n++] = static_cast<T &&>(s).a;
    out[n++] = g(s);
    T &d = s; d.a = 200; out[n++] = s.t.a;
    float &&e = static_cast<N &&>(v); out[n++] = (int)e;
    const float &f = v; out[n++] = (int)f;
    long &&h = v; out[n++] = (int)h;
}

// [dcl.fct] 8, [over.load] 3: ... behind parameters is part of a function's type, so that f(int) and f(int, ...) are two functions, declared, defined and named apart
// wrong: ellipses-overload-nothing
__device__ __noinline__ int f(int x, ...);
__device__ __noinline__ int f(int x) { return x * 5; }
__device__ __noinline__ int f(int x, ...) { return x * 3; }
__device__ int f(int x);
struct S {
    __device__ int g(int x, ...) { return 1; }
    __device__ int g(int x) { return 2; }
    static __device__ int h(int, ...) { return 3; }
    static __device__ int h(int) { return 4; }
};
namespace a { __device__ int u(int x, ...) { return 1; } }
__device__ int u(int x) { return 2; }
using a::u;
extern "C" __global__ void k(long long *out)
{
    int i = 0, x = int(out[0]) + 1;
    int (*p)(int) = f; int (*q)(int, ...) = f; int (*r)(int) = S::h; int (*s)(int) = u;
    S o;
    out[i++] = p(x); out[i++] = q(x); out[i++] = q(x, 2); out[i++] = f(x, 1.5); out[i++] = o.g(1, 2); out[i++] = S::h(1, 2);
    out[i++] = r(1); out[i++] = u(1, 2); out[i++] = s(1);
}

// [temp.arg.nontype] 2, [temp.param] 8: functions as arguments of templates: by their name or address, as pointers, references, of parameters that are written as functions, of `auto`, of types with parameters; null pointers, specialisations and comparisons by them
// wrong: functions-are-one-argument; parameters-stay-functions
__device__ int add(int a, int b) { return a + b; }
__device__ int sub(int a, int b) { return a - b; }
__device__ float half(float x) { return x / 2; }
namespace n { __device__ int mul(int a, int b) { return a * b; } }
struct S {
    static __device__ int shift(int a, int b) { return a << b; }
    template <int N> static __device__ int times(int a, int b) { return a * b * N; }
    static __device__ int own(int a);
};
typedef int op_t(int, int);
using op_p = int (*)(int, int);
template <int (*F)(int, int)> __device__ int pointer(int a, int b) { return F(a, b) * 10; }
template <int (&F)(int, int)> __device__ int reference(int a, int b) { return F(a, b) * 100; }
template <int F(int, int)> __device__ int function(int a, int b) { return (*F)(a, b) * 1000; }
template <op_t F> __device__ int named(int a, int b) { op_p g = F; return g(a, b) + 1; }
template <class T, T op(T)> __device__ T once(T x) { return op(op(x)); }
template <auto F> __device__ int any(int a, int b) { return F(a, b) + 2; }
template <auto *F> __device__ int any_pointer(int a, int b) { return F(a, b) + 3; }
template <op_p F> __device__ int maybe(int a, int b) { if (F == nullptr) return -1; else return F ? 7 : 8; }
template <op_p F, op_p G> struct Both { static const bool same = F == G; __device__ int operator()(int a, int b) const { return F(a, b) + G(b, a); } };
template <op_p F> struct Name { static const int value = 0; };
template <> struct Name<add> { static const int value = 1; };
template <> struct Name<&n::mul> { static const int value = 2; };
template <op_p F> __device__ int twice(int a) { return pointer<F>(a, a) + reference<*F>(a, 1); }
template <class T> __device__ T most(T a, T b) { return a < b ? b : a; }
__device__ int S::own(int a) { return pointer<shift>(a, 1) + pointer<times<2>>(a, 3); }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    out[i++] = pointer<add>(3, 4); out[i++] = pointer<&sub>(3, 4); out[i++] = pointer<n::mul>(3, 4);
    out[i++] = reference<add>(3, 4); out[i++] = reference<n::mul>(3, 4);
    out[i++] = function<sub>(3, 4); out[i++] = function<&S::shift>(3, 4);
    out[i++] = named<S::shift>(3, 4); out[i++] = named<add>(1, 2);
    out[i++] = (long long)(once<float, half>(10.0f) * 4);
    out[i++] = any<add>(3, 4); out[i++] = any<&n::mul>(3, 4); out[i++] = any_pointer<sub>(3, 4);
    out[i++] = maybe<nullptr>(1, 2); out[i++] = maybe<add>(1, 2);
    out[i++] = Both<add, add>::same; out[i++] = Both<add, sub>::same; out[i++] = Both<sub, n::mul>()(5, 3);
    out[i++] = Name<add>::value; out[i++] = Name<sub>::value; out[i++] = Name<n::mul>::value; out[i++] = Name<&add>::value;
    out[i++] = twice<add>(5); out[i++] = twice<sub>(5);
    out[i++] = pointer<most>(3, 4); out[i++] = pointer<most<int>>(9, 4); out[i++] = pointer<S::times<5>>(2, 3);
    out[i++] = S::own(3);
}

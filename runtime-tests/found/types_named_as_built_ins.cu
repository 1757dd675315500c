// A type in a namespace or class that has a built-in function's name hides the function there and nowhere else. Calls at file scope
// were once read as the type.
namespace op {
struct max { int v; };
struct atomicAdd { int v; };
typedef int min;
template <class T> struct abs { T v; };
__device__ int own(int a) { max m = {a}; min n = 3; abs<int> z = {n}; return m.v * 100 + ::max(n, 2) + z.v; }
namespace in { __device__ int deep(int a) { max m{a}; return m.v + 1; } }
}
namespace beside { __device__ int call(int a) { return max(a, 4) * 10 + min(a, 4); } }
namespace named { using op::max; __device__ int brought(int a) { max m = {a}; return max{a}.v + m.v; } }
namespace around {
namespace first { struct max { int v; }; }
namespace second { using namespace first; __device__ int near(int a) { max m = {a}; return m.v - 1; } }
}
struct Holder { struct max { int v; }; typedef int min; template <class T> struct abs { T v; }; };
struct Other { int x; __device__ int f(int a) { return max(a, x) + min(a, 2) + abs(-a); } };
template <class T> struct Dependent { T x; __device__ T f(T a) { T y = max(a, T(2)); return max(a, x) + y; } };
template <class T> __device__ T function(T a, T b) { return abs(min(a, b)); }

extern "C" __global__ void k(int *o, int n)
{
    o[0] = max(n, 3) + min(n, 3) + abs(-n);
    atomicAdd(o + 1, 5);
    atomicAdd(&o[1], n);
    o[2] = op::own(n);
    o[3] = op::in::deep(n);
    o[4] = beside::call(n);
    o[5] = named::brought(n);
    o[6] = around::second::near(n);
    Other other = {6};
    o[7] = other.f(n);
    Dependent<int> dependent = {9};
    o[8] = dependent.f(n);
    o[9] = function(n, -3);
    {
        using op::max;
        max m = {4};
        o[10] = m.v + max{5}.v;
    }
    o[11] = -max(n, 1) * (min(n, 2)) + (max(n, 9));
    op::atomicAdd a = {11};
    Holder::max h = {12};
    o[12] = a.v + h.v;
}

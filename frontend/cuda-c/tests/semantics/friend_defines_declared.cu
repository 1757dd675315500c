// [class.friend] a friend that is defined in its class is the function that the namespace declares, and every call sees it
// wrong: friends-are-members
__device__ void late(const int &, int *);
template <class T> struct L { friend __device__ void late(const T &, int *o) { *o = (int)sizeof(T) + 1; } };
__device__ int early(int, int = 5);
struct S { int v; friend __device__ int early(int a, int b) { return a * 10 + b; } friend __device__ int after(int a) { return a + 7; } friend __device__ int peek(const S &s) { return s.v; } };
__device__ int after(int);
namespace N { __device__ long in(long); struct Q { static const int secret = 40; friend __device__ long in(long a) { return a + secret; } }; }
template <class T> __device__ int f(T);
class C { template <class T> friend __device__ int f(T x) { C c; c.i = (int)x; return c.i + (int)sizeof(T); } int i; public: __device__ int g() { return f(3.0); } };
template <class T> __device__ int sum(T a, T b = 4);
struct W { template <class T> friend __device__ int sum(T a, T b) { return (int)a + b; } };
extern "C" __global__ void k(long long *out)
{
    int n = 0, q = 0;
    late(4, &q);
    L<int> l; (void)l;
    out[n++] = q;
    out[n++] = early(3);
    out[n++] = early(3, 1);
    out[n++] = after(1);
    S s{9};
    out[n++] = peek(s);
    out[n++] = N::in(2);
    out[n++] = f(7);
    C c;
    out[n++] = c.g();
    out[n++] = sum(1) + sum(2, 3);
}

// [temp.friend] a friend that a class only declares is a function of its namespace, which arguments find
// wrong: no-argument-dependent-lookup
template <class T> struct V { friend __device__ char operator+(V, int); friend __device__ char g(V); T v; };
template <class T> __device__ T decl();
template <class X> __device__ auto t1(int) -> decltype(decl<X>() + 1, 1) { return 1; }
template <class X> __device__ int t1(...) { return 2; }
__device__ int x = 3;
struct S { static const int x = 9; int v; friend __device__ int h(S, int); friend __device__ int h(S); };
__device__ int h(S s, int a) { return s.v + a + x; }
__device__ int h(S s) { return s.v + x; }
namespace N { struct A { friend __device__ int m(A); int v; }; __device__ int m(A a) { return a.v; } struct B { friend __device__ int m(B); }; }
__device__ int N::m(N::B) { return 8; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = t1<V<int>>(0); out[n++] = t1<int>(0); out[n++] = t1<S>(0);
    out[n++] = sizeof(g(V<char>())); out[n++] = sizeof(V<int>() + 1);
    out[n++] = h(S{4}, 5); out[n++] = h(S{6});
    out[n++] = m(N::A{7}); out[n++] = m(N::B());
}

// [temp.arg.nontype] a null pointer may be a template's argument, of a pointer type and of that of nullptr
// wrong: auto-parameters-are-int
template <decltype(nullptr) N> struct A { static const int v = N == nullptr; };
template <decltype(nullptr) N> __device__ int f() { int *p = N; return p == N; }
template <int *P> __device__ int g() { return P == nullptr ? 3 : 4; }
template <class T, T V> struct C { static const int v = sizeof(V); };
template <auto V> __device__ int s() { return sizeof(V); }
__device__ int x;
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = A<nullptr>::v; out[n++] = f<nullptr>(); out[n++] = g<nullptr>(); out[n++] = g<&x>();
    out[n++] = C<decltype(nullptr), nullptr>::v; out[n++] = C<int *, nullptr>::v; out[n++] = s<5ll>(); out[n++] = s<'c'>();
}
